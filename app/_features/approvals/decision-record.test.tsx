import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { DecisionRecord } from './decision-record';
import { decidedApproval as approval } from './testing/decided-approval';

type Result = NonNullable<ApprovalView['result']>;

function draw(
  status: Result['status'],
  summary: string | null = null,
  warning: string | null = null,
): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <DecisionRecord
        approval={{ ...approval, result: { status, summary, warning } }}
        isDecidedByOther={false}
        isDecidedMeanwhile={false}
        unsentWords=""
      />
    </MantineProvider>,
  );
}

describe('the record of a request that expired', () => {
  const expired: ApprovalView = { ...approval, status: 'expired', decidedBy: null };
  const html = renderToStaticMarkup(
    <MantineProvider>
      <DecisionRecord
        approval={expired}
        isDecidedByOther
        isDecidedMeanwhile={false}
        unsentWords="Not there"
      />
    </MantineProvider>,
  );

  it('says so, and never that it was rejected or decided', () => {
    expect(html).toContain('Expired: nobody decided in time');
    expect(html).toContain('Your answer came too late and was not recorded.');
    expect(html).not.toMatch(/reject|refus|was decided/i);
  });

  it('keeps the words that were not sent', () => {
    expect(html).toContain('You had written: “Not there”');
  });
});

describe('the record of a decision', () => {
  it('names the person inside the sentence', () => {
    expect(draw('done')).toContain('Countersigned by you');
  });

  it.each(['failed', 'stopped', 'unknown'] as const)(
    'does not look like success when the call %s',
    (status) => {
      expect(draw(status)).toContain('data-outcome="bad"');
    },
  );

  it('does not look like success when a command ended badly', () => {
    expect(draw('done', 'exit code 1', 'Ended badly')).toContain('data-outcome="bad"');
  });

  it.each(['running', 'done'] as const)('is a plain stamp while or after the call is %s', (status) => {
    expect(draw(status)).not.toContain('data-outcome');
  });

  it('shows a hidden character of a message in the one notation, once', () => {
    expect(draw('failed', 'a⟦U+202E⟧b')).toContain('⟦U+202E⟧');
    expect(draw('failed', 'a⟦U+202E⟧b')).not.toContain('U+27E6');
  });
});
