import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const attributeShape = z.object({
  key: z.string(),
  value: z.union([
    z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
    z.object({ intValue: z.union([z.number(), z.string()]) }).transform(({ intValue }) => Number(intValue)),
  ]),
});
const attributesShape = z
  .array(attributeShape)
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const spanShape = z.object({
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: attributesShape,
  status: z.object({ code: z.number() }),
});
const bodyShape = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesShape }),
      scopeSpans: z.array(z.object({ spans: z.array(spanShape) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof spanShape>;

/** Starts a collector for OTLP as JSON over HTTP. With `hangs`, it takes requests and answers none. */
export async function openCollector({ hangs = false, status = 200 } = {}) {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, string | number>[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let unanswered = 0;
  const server = createServer(async (request, response) => {
    unanswered += 1;
    response.on('close', () => {
      unanswered -= 1;
    });
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    if (hangs) return;
    for (const { resource, scopeSpans } of bodyShape.parse(JSON.parse(body)).resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    requests,
    /** Counts the requests whose client still waits. */
    unanswered: () => unanswered,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
