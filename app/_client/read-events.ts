import type * as z from 'zod/mini';

/**
 * Yields the messages of a stream of server-sent events as they arrive. It skips messages of another shape.
 */
export async function* readEvents<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<z.output<Schema>> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        const parsed = data === undefined ? null : schema.safeParse(JSON.parse(data));
        if (parsed?.success) yield parsed.data;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
