import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { listenOnLoopback } from './listen-on-loopback';

const made: Server[] = [];
const create = () => {
  const server = createServer((_request, response) => response.end('ours'));
  made.push(server);
  return server;
};
afterEach(() => {
  for (const server of made.splice(0)) server.close();
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

async function occupy(host: string): Promise<number> {
  const server = create();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

it('one port answers on every loopback address that the machine has', async () => {
  const { servers, port } = await listenOnLoopback(create, 0);
  expect(servers.map((server) => (server.address() as AddressInfo).port)).toEqual(servers.map(() => port));
  const hosts = hasIPv6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'];
  for (const host of hosts) expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('ours');
  expect(servers).toHaveLength(hosts.length);
});

it.each(hasIPv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'])(
  'a port that another program has on %s is refused, and left alone on the other address',
  async (host) => {
    const port = await occupy(host);
    await expect(listenOnLoopback(create, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const other = host === '::1' ? '127.0.0.1' : '[::1]';
    await expect(fetch(`http://${other}:${port}`)).rejects.toThrow();
  },
);
