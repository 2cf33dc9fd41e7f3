import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { RunView } from '@/lib/contracts/runs';
import { queryKeys } from '../../_client/query-keys';
import { NextMoves } from './next-moves';

const asThen = 'Only people with the role approver or admin can start this workflow.';
const asNow = 'Only people with the role admin can start this workflow.';
const run = {
  header: { id: 'run_1', conversationId: 'cnv_1', maxSteps: 10 },
  workflowId: 'tidy-up',
  kind: 'agent',
  parameters: {},
  message: null,
  startedById: 'usr_ana',
  pickedModelId: null,
  whyNotStart: null,
} as unknown as RunView;

function draw(change: Partial<RunView>, { workflow = null, reply = null }: Record<string, string | null>) {
  const client = new QueryClient();
  const known = { id: 'tidy-up', whyNotStart: workflow };
  client.setQueryData(queryKeys.workflows, { workflows: [known], models: [] });
  client.setQueryData(queryKeys.conversation('cnv_1'), { runIds: ['run_1'], whyNotReply: reply });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <NextMoves
          run={{ ...run, ...change }}
          outcome={{ kind: 'failed', canContinue: true, failure: 'step_limit' }}
          onStarted={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const offers = ['Continue (', 'Run again', 'Edit and run again', asThen, asNow];
  return offers.filter((text) => html.split(text).length > 1 && html.includes(`>${text}`));
}

it.each<[string, Partial<RunView>, Record<string, string | null>, string[]]>([
  ['everything to those who may', {}, {}, ['Continue (', 'Run again', 'Edit and run again']],
  [
    'to continue, unless who may start it was asked when it began',
    { whyNotStart: asThen },
    {},
    ['Run again', 'Edit and run again', asThen],
  ],
  ['to run it again, unless its file asks now', {}, { workflow: asNow }, ['Continue (', asNow]],
  ['each reason once', { whyNotStart: asNow }, { workflow: asNow }, [asNow]],
  ['both reasons', { whyNotStart: asThen }, { workflow: asNow }, [asThen, asNow]],
  [
    'to send a message again, unless the place of the message field says why not',
    { message: 'Go', workflowId: null },
    { reply: asNow },
    ['Continue ('],
  ],
  ['no reason twice on the page', {}, { workflow: asNow, reply: asNow }, ['Continue (']],
])('an ended run offers %s', (_, change, reasons, offered) => {
  expect(draw(change, reasons)).toEqual(offered);
});
