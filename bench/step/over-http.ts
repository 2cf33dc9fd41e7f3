import { startApp } from '../../e2e/support/app';
import { httpClient, readEvents } from '../../e2e/support/http-client';
import { toTask } from '../../tests/measured/job';

/**
 * Returns the milliseconds from sending an approval to a built server until its event stream says that the
 * tool has started.
 */
export async function measureApprovalsOverHttp(baseUrl: string, times: number): Promise<number[]> {
  const app = await startApp({ OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'bench' });
  try {
    const http = httpClient(app);
    const measured: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const started = await http.start('free-request', { request: toTask('write_file', 1) });
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
      const decision = { decision: 'approve', digest };
      const { status } = await http.post(`/api/approvals/${header.approvalId}/decision`, decision);
      if (status !== 200) throw new Error(`The approval was answered with ${status}`);
      await watching;
      measured.push(startedAt - from);
    }
    return measured;
  } finally {
    await app.dispose();
  }
}
