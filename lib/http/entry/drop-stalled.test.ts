import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { dropStalled } from './drop-stalled';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const stalledMs = 100;

async function request(handler: RequestListener): Promise<Socket> {
  server = createServer(handler);
  dropStalled(server, { stalledMs });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return socket;
}

it('a reader that takes nothing loses its connection, and what waits for it is dropped', async () => {
  const dropped = new Promise<void>((resolve) => {
    void request((_request, response) => {
      response.once('close', resolve);
      response.write(Buffer.alloc(50_000_000));
    });
  });
  await expect(dropped).resolves.toBeUndefined();
});

it('an answer that takes long to make, and a quiet stream, are left alone', async () => {
  const socket = await request(async (_request, response) => {
    response.write('beginning ');
    await once(server, 'timeout');
    response.end('end');
  });
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    if (received.includes('0\r\n\r\n')) break;
  }
  expect(received).toMatch(/beginning [\s\S]*end/);
});

it('a connection without a request ends', async () => {
  const socket = await request((_request, response) => {
    response.setHeader('keep-alive', 'timeout=60');
    response.end('hello');
  });
  server.keepAliveTimeout = stalledMs;
  await new Promise((resolve) => socket.resume().once('close', resolve));
  expect(socket.destroyed).toBe(true);
});

it('of many readers that take nothing, those with the most lose their connection before the others', async () => {
  const sizes = [50_000_000, 30_000_000, 20_000_000];
  const closed: number[] = [];
  const answers: ServerResponse[] = [];
  server = createServer((request, response) => {
    const size = Number(request.url?.slice(1));
    response.once('close', () => closed.push(size));
    response.write(Buffer.alloc(size));
    answers.push(response);
  });
  dropStalled(server, { maxStuckBytes: 25_000_000 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const size of sizes) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    socket.write(`GET /${size} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  }
  await once(server, 'request');
  while (closed.length < 2) await setTimeout(20);
  expect(closed.toSorted()).toEqual([30_000_000, 50_000_000]);
  expect(answers.filter(({ destroyed }) => !destroyed)).toHaveLength(1);
});
