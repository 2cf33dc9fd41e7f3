import { existsSync } from 'node:fs';
import { startApp } from '../../e2e/support/app';
import { httpClient, readEvents } from '../../e2e/support/http-client';
import { toTask } from './job';

/**
 * Returns the milliseconds from sending an approval to a built server until its event stream says that the
 * tool has started. Returns null without a build.
 */
export async function measureApprovalsOverHttp(baseUrl: string, times: number): Promise<number[] | null> {
  if (!existsSync('.next/BUILD_ID')) return null;
  const app = await startApp({ OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'bench' });
  try {
    const http = httpClient(app);
    const measured: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const { json: conversation } = await http.post('/api/conversations');
      const text = toTask('write_file', 1);
      const { json: started } = await http.post(`/api/conversations/${conversation.id}/messages`, { text });
      const { header } = await http.until(started.runId, 'awaiting_approval');
      let startedAt = 0;
      let isOpen = () => {};
      const opened = new Promise<void>((resolve) => {
        isOpen = resolve;
      });
      const watching = readEvents(app, started.runId, (messages) => {
        isOpen();
        if (startedAt === 0 && messages.some(({ data }) => data.name === 'tool_started'))
          startedAt = performance.now();
        return messages.some(({ data }) => data.name === 'text_replied');
      });
      await opened;
      const { digest } = (await http.get(`/api/approvals/${header.approvalId}/state`)).json;
      const from = performance.now();
      const { status } = await http.post(`/api/approvals/${header.approvalId}/decision`, {
        decision: 'approve',
        digest,
      });
      if (status !== 200) throw new Error(`The approval was answered with ${status}`);
      await watching;
      measured.push(startedAt - from);
    }
    return measured;
  } finally {
    await app.dispose();
  }
}
