/**
 * Answers with a text that the browser saves as a file. The server sends each piece when the reader takes it.
 * When it cannot make a piece, it breaks the connection, so that no browser takes the part for the complete
 * file.
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

/** Takes a piece after the reader took the piece before, and ends the source when the reader leaves. */
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
 * Builds the `content-disposition` of a file (RFC 6266). The header has the name twice: in plain ASCII for
 * old clients, then exactly, without characters that hide or reorder text.
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
