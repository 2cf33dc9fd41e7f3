import type { App } from './app';

/** This HTTP client is not a browser. It sends JSON and returns the status and JSON. */
export function httpClient(app: Pick<App, 'fetch'>) {
  async function send(method: string, path: string, body?: unknown) {
    const response = await app.fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of each response
    const json: any = text.startsWith('{') ? JSON.parse(text) : null;
    return { status: response.status, json, text, headers: response.headers };
  }
  const client = {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    /** Approves a request in the state that the app shows. */
    async approve(approvalId: string) {
      const { digest } = (await client.get(`/api/approvals/${approvalId}/state`)).json;
      return client.post(`/api/approvals/${approvalId}/decision`, { decision: 'approve', digest });
    },
    remove: (path: string) => send('DELETE', path, {}),

    async start(workflowId: string, parameters: Record<string, unknown>, more: Record<string, unknown> = {}) {
      const started = await client.post(`/api/workflows/${workflowId}/runs`, { parameters, ...more });
      if (started.status !== 202) throw new Error(`${workflowId} did not start: ${started.text}`);
      return started.json as { runId: string; conversationId: string };
    },
    /** Polls until the run has one of these states. */
    async until(runId: string, ...statuses: string[]) {
      for (let attempt = 0; attempt < 400; attempt += 1) {
        const { json } = await client.get(`/api/runs/${runId}`);
        if (statuses.includes(json.header.status)) return json;
        if (!json.header.isActive)
          throw new Error(`The run ended as ${json.header.status}: ${JSON.stringify(json.header.outcome)}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`The run did not become ${statuses.join(' or ')}`);
    },
  };
  return client;
}

/** This client is a program: it comes with a token and not as a browser. */
export function programClient(app: Pick<App, 'baseURL'>, authorization: () => string): HttpClient {
  return httpClient({
    fetch: (path, init = {}) =>
      fetch(`${app.baseURL}${path}`, {
        ...init,
        headers: { authorization: authorization(), ...init.headers },
      }),
  });
}

export type HttpClient = ReturnType<typeof httpClient>;

/** Reads a run's event stream until `enough` says so, or until it ends. */
export async function readEvents(
  app: Pick<App, 'fetch'>,
  runId: string,
  enough: (
    messages: { id: string | null; data: { type: string; name?: string; version?: number } }[],
  ) => boolean,
  lastEventId?: string,
) {
  const abort = new AbortController();
  const response = await app.fetch(`/api/runs/${runId}/events`, {
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
    signal: abort.signal,
  });
  const messages: { id: string | null; data: { type: string; name?: string; version?: number } }[] = [];
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const read = await reader?.read();
      if (!read || read.done) break;
      buffer += decoder.decode(read.value, { stream: true });
      const blocks = buffer.split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data) messages.push({ id: /^id: (.*)$/m.exec(block)?.[1] ?? null, data: JSON.parse(data) });
      }
      if (enough(messages)) break;
    }
  } finally {
    abort.abort();
  }
  return { messages, contentType: response.headers.get('content-type') };
}
