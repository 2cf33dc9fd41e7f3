/**
 * A text that the browser saves as a file. A text in pieces is sent as its reader takes it; when a piece cannot be made, the
 * connection breaks, so that no browser takes the part for the whole.
 */
export function toDownload({
  text,
  type,
  fileName,
}: {
  text: string | AsyncIterable<string>;
  type: string;
  fileName: string;
}) {
  return new Response(typeof text === 'string' ? text : toStream(text), {
    headers: { 'content-type': type, 'content-disposition': toDisposition(fileName, 'attachment') },
  });
}

const encoder = new TextEncoder();

/** Takes a piece when the one before was taken, and ends the source when the reader leaves. */
function toStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The `content-disposition` of a file (RFC 6266). It has the name twice: for old clients in plain ASCII, then exactly,
 * without characters that hide or reorder.
 */
export function toDisposition(fileName: string, use: 'inline' | 'attachment'): string {
  const name = fileName.replaceAll(/\p{C}/gu, '_');
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()-]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `${use}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
