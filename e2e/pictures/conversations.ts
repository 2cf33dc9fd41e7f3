import { call, looks } from '../support/scripted-model';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

/** Takes pictures of conversations with runs that ended. */
export async function takeConversations(book: PictureBook): Promise<void> {
  const { http, model, picture, open, run, decide } = book;
  const rich = await run(
    [`${call('list_files', { path: '.' })}`, samples.answer],
    'completed',
    'Explain the prices',
  );
  await picture('conversation-answer', open(rich.where), { isWholePage: true });
  const signed = await run(
    [
      call('write_file', { path: 'notes/plan.md', content: samples.document }),
      'The plan is in `notes/plan.md`.',
    ],
    'awaiting_approval',
  );
  const decision = await decide(signed.runId, { decision: 'approve' });
  await http.until(signed.runId, 'completed');
  await picture('conversation-signed', open(signed.where));
  await picture('conversation-step-open', async (page) => {
    await open(signed.where)(page);
    await page.getByRole('button', { name: /Write .* to notes\/plan.md/ }).click();
  });
  await picture('decision', open(`/approvals/${decision}`));
  const rejected = await run([call('delete_file', { path: 'README.md' })], 'awaiting_approval');
  await decide(rejected.runId, { decision: 'reject', reason: 'We still need it' });
  await picture('conversation-rejected', open(rejected.where));
  const guided = await run(
    [call('delete_file', { path: 'README.md' }), 'I left it where it is.'],
    'awaiting_approval',
  );
  await decide(guided.runId, {
    decision: 'reject_with_guidance',
    guidance: 'Keep the README, tidy the notes only',
  });
  await http.until(guided.runId, 'completed');
  await picture('conversation-guided', open(guided.where));
  const malformed = await run(Array(3).fill('{"tool": "read_file", "parameters": {"path":'), 'failed');
  await picture('conversation-malformed', open(malformed.where));
  const failing = await run(
    Array(4).fill({ status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' }).slice(0, 1),
    'failed',
  );
  await picture('conversation-model-failed', open(failing.where));
  const limited = await run(looks(25), 'failed');
  await picture('conversation-step-limit', open(limited.where));
  const streaming = await run(
    [
      {
        hold: 'First I look at the notes, then at the plan. **Three** things stand out so far:\n\n- the budget',
      },
    ],
    'calling_model',
  );
  await picture('conversation-streaming', open(streaming.where));
  await http.post(`/api/runs/${streaming.runId}/stop`);
  model.release();
  await picture('conversation-stopped', open(streaming.where));
}
