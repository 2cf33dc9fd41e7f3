import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { listenOnHost } from './listen-on-host';

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

it.each(['127.0.0.1', 'localhost', '0.0.0.0', ...(hasIPv6 ? ['::1', '::'] : [])])(
  'with HOST=%s, one port answers on every loopback address that the machine has',
  async (host) => {
    const { servers, port } = await listenOnHost(create, 0, host);
    expect(servers.map((server) => (server.address() as AddressInfo).port)).toEqual(servers.map(() => port));
    const hosts = hasIPv6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'];
    for (const name of hosts) expect(await (await fetch(`http://${name}:${port}`)).text()).toBe('ours');
  },
);

it.each(hasIPv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'])(
  'a port that another program has on %s is refused, and left alone on the other address',
  async (host) => {
    const port = await occupy(host);
    await expect(listenOnHost(create, port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const other = host === '::1' ? '127.0.0.1' : '[::1]';
    await expect(fetch(`http://${other}:${port}`)).rejects.toThrow();
  },
);

const networkAddress = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

it.runIf(networkAddress)('the network gets an answer only where HOST names it', async () => {
  const { port } = await listenOnHost(create, 0, '127.0.0.1');
  await expect(fetch(`http://${networkAddress}:${port}`)).rejects.toThrow();
  const open = await listenOnHost(create, 0, networkAddress ?? '');
  for (const name of ['127.0.0.1', networkAddress])
    expect(await (await fetch(`http://${name}:${open.port}`)).text()).toBe('ours');
});
