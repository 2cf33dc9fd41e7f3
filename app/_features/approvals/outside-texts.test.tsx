import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ApprovalHead } from './approval-head';
import { ApprovalRow } from './approval-row';
import { DecidedRow } from './decided-row';
import { decidedApproval } from './testing/decided-approval';

it('no text of a workflow brings a hidden character into what a person signs', () => {
  const approval = {
    ...decidedApproval,
    workflowTitle: 'Free\u200B request\u200F\u061C\u3164',
    riskReason: 'Safe\u202E',
  };
  const drawn = [
    <ApprovalHead key="head" approval={approval} titleId="title" />,
    <ApprovalRow
      key="row"
      approval={approval}
      isSelected
      isShown={false}
      onSelect={() => {}}
      onOpen={() => {}}
    />,
    <DecidedRow key="decided" approval={approval} search="" />,
  ].map((element) => renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>));
  for (const html of drawn) {
    expect(html).not.toMatch(/[\u200B\u200F\u061C\u3164\u202E]/);
    for (const code of ['U+200B', 'U+200F', 'U+061C', 'U+3164']) expect(html).toContain(`⟦${code}⟧`);
  }
  expect(drawn[0]).toContain('⟦U+202E⟧');
});
