import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { call } from '../support/scripted-model';
import type { PictureBook } from './picture-book';
import * as samples from './picture-samples';

/** Takes pictures of requests with a time limit, while they wait and after nobody answered. */
export async function takeExpiry({ app, http, model, picture, open }: PictureBook): Promise<void> {
  const start = async (id: string, minutes: number) => {
    await writeFile(path.join(app.workflowsDir, `${id}.md`), samples.expiringWorkflow(id, minutes));
    model.script(call('delete_file', { path: 'README.md' }));
    const { runId, conversationId } = await http.start(id, {});
    const { header } = await http.until(runId, 'awaiting_approval');
    return { runId, approvalId: header.approvalId, where: `/conversations/${conversationId}` };
  };
  const gone = await start('moment', 0.1);
  const waiting = await start('minutes', 12);
  await http.until(gone.runId, 'expired');
  await picture('expiry-dialog', open(waiting.where));
  await picture('expiry-list', open('/approvals'));
  await picture('expiry-bar', open('/settings'));
  await picture('expiry-form', open('/workflows/minutes'));
  await picture('expiry-conversation', open(gone.where));
  await picture('expiry-record', open(`/approvals/${gone.approvalId}`));
  await picture('expiry-decided', open('/approvals?tab=decided'));
  await http.post(`/api/runs/${waiting.runId}/stop`);
}
