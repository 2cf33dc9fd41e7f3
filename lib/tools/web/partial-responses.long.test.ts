import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, expectSuccess, openToolbox } from '../../../tests/open-toolbox';

let box: Awaited<ReturnType<typeof openToolbox>>;
let onRequest: (socket: Socket) => void;
let origin: string;
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('data', () => onRequest(socket));
});

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  box = await openToolbox({ requestTimeoutMs: 600 });
});
afterEach(async () => {
  expect(box.unexpected).toEqual([]);
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => server.close(resolve));
  await box.close();
});

const get = () => box.approve('http_request', { url: origin });

/** The framings differ in what they say about the length: a chunked body, or a length that is never reached. */
const framings: Record<string, { header: string; frame: (part: Buffer) => Buffer }> = {
  chunked: {
    header: 'transfer-encoding: chunked',
    frame: (part) =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  },
  'with a length': { header: 'content-length: 900000', frame: (part) => part },
};
const unendedText = `begun ${Array.from({ length: 9_000 }, (_, index) => index * 7919).join(' ')}`;
// Brotli takes up to 500 ms on a busy machine, which is too long for a server that answers a request.
const encodings: Record<string, Buffer> = {
  identity: Buffer.from(unendedText),
  gzip: gzipSync(unendedText),
  br: brotliCompressSync(unendedText),
};
/** Servers send both under the name "deflate", with and without the header of zlib. */
const deflated = { 'with a header': deflateSync(unendedText), 'without one': deflateRawSync(unendedText) };
const shapes = Object.keys(framings).flatMap((framing) =>
  Object.keys(encodings).flatMap((encoding) =>
    [200, 404, 500].map((status) => ({ framing, encoding, status })),
  ),
);

function startResponse(socket: Socket, framing: string, encoding: string, status: number) {
  const { header = '', frame = (part: Buffer) => part } = framings[framing] ?? {};
  const packed = encodings[encoding] ?? Buffer.alloc(0);
  const sent = encoding === 'identity' ? packed : packed.subarray(0, Math.floor(packed.length * 0.9));
  const head = `HTTP/1.1 ${status} Any\r\ncontent-type: text/plain\r\ncontent-encoding: ${encoding}\r\n${header}\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(head), frame(sent)]));
}

describe('a body that does not end', () => {
  it.each(shapes)('is given as far as it came: $framing, $encoding, $status', async (shape) => {
    onRequest = (socket) => startResponse(socket, shape.framing, shape.encoding, shape.status);
    const { modelText, summary, warning, detail } = expectSuccess(await get());
    expect(modelText).toMatch(new RegExp(`^HTTP ${shape.status} `));
    expect(modelText).toContain('[This is a part of the response: it did not end within 60 seconds.]');
    expect(modelText).toContain('\n\nbegun 0 7919 ');
    expect(summary).toMatch(new RegExp(`^${shape.status} `));
    expect(warning).toBe(shape.status < 400 ? 'Only a part arrived' : `Answered with status ${shape.status}`);
    expect(detail).toMatchObject({
      status: shape.status,
      isCut: true,
      cutReason: expect.stringContaining('60 seconds'),
    });
  });

  it.each(
    Object.entries(deflated).flatMap(([name, packed]) => [1, 0.9].map((share) => ({ name, packed, share }))),
  )('is unpacked from deflate $name, $share of it', async ({ packed, share }) => {
    const length = `content-length: ${packed.length}`;
    onRequest = (socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from(
            `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-encoding: deflate\r\n${length}\r\n\r\n`,
          ),
          packed.subarray(0, Math.floor(packed.length * share)),
        ]),
      );
    const { modelText, warning } = expectSuccess(await get());
    expect(modelText).toContain('\n\nbegun 0 7919 ');
    expect(warning).toBe(share === 1 ? undefined : 'Only a part arrived');
  });

  it('that trickles is given, all of its pieces', async () => {
    onRequest = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      let count = 0;
      const timer = setInterval(() => socket.write(`1\r\n${count++ % 10}\r\n`), 20);
      socket.on('close', () => clearInterval(timer));
    };
    expect(expectSuccess(await get()).modelText).toMatch(/60 seconds\.\]\n\n0123\d*$/);
  });

  it('and of which nothing came keeps its status', async () => {
    onRequest = (socket) => socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 5\r\n\r\n');
    const { modelText } = expectSuccess(await get());
    expect(modelText).toMatch(
      /^HTTP 202 Accepted\n[\s\S]*60 seconds\.\]\n\n\(nothing of the body arrived\)$/,
    );
  });

  it('is over when the run stops', async () => {
    const controller = new AbortController();
    onRequest = (socket) => {
      startResponse(socket, 'chunked', 'identity', 200);
      controller.abort();
    };
    expectFailure(await box.execute('http_request', { url: origin }, null, controller.signal), 'stopped');
  });

  it('of a redirect is reported with the redirect', async () => {
    onRequest = (socket) =>
      socket.write('HTTP/1.1 302 Found\r\nlocation: /next\r\ncontent-length: 9\r\n\r\nhere');
    expect(expectSuccess(await get()).modelText).toMatch(/^HTTP 302 Found[\s\S]*was not followed/);
  });
});

it('a response that never begins is an error', async () => {
  onRequest = () => {};
  expectFailure(await get(), 'timed_out');
});

describe('a connection that breaks in the body', () => {
  it.each(shapes)('leaves what came: $framing, $encoding, $status', async (shape) => {
    onRequest = (socket) => {
      startResponse(socket, shape.framing, shape.encoding, shape.status);
      socket.end();
    };
    const { modelText, detail } = expectSuccess(await get());
    expect(modelText).toMatch(new RegExp(`^HTTP ${shape.status} `));
    expect(modelText).toContain('[This is a part of the response: the connection closed before its end.]');
    expect(modelText).toContain('\n\nbegun 0 7919 ');
    expect(detail).toMatchObject({ isCut: true, cutReason: expect.stringContaining('connection closed') });
  });

  it('and damage after its beginning leaves what came', async () => {
    const packed = gzipSync(unendedText);
    const whole = Buffer.concat([packed.subarray(0, packed.length - 8), Buffer.alloc(8)]);
    onRequest = (socket) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${whole.length}\r\n\r\n`;
      socket.end(Buffer.concat([Buffer.from(head), whole]));
    };
    const { modelText } = expectSuccess(await get());
    expect(modelText).toContain('[This is a part of the response: the rest of it is damaged.]');
    expect(modelText).toContain('begun 0 7919 ');
  });
});
