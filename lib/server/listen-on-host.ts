import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Node reports one of these where the machine has no ::1. */
const withoutIPv6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];
const maxTries = 20;

/**
 * Listens on 127.0.0.1 and, where there is one, on ::1, because browsers take either for `localhost`: a
 * program that had one of them would get what people type for this server. Listens on `host`, too, which may
 * be an address of the network. Port 0 takes a port that is free on all of them. Throws the error of the
 * address that is taken (`EADDRINUSE`), and then listens nowhere.
 */
export async function listenOnHost(
  create: () => Server,
  port: number,
  host: string,
): Promise<{ servers: Server[]; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const servers: Server[] = [];
    try {
      let taken = port;
      for (const address of addressesOf(host)) {
        const server = await listen(create(), taken, address).catch((error) => {
          if (address === '::1' && withoutIPv6.includes(codeOf(error))) return null;
          throw error;
        });
        if (server === null) continue;
        servers.push(server);
        taken = (server.address() as AddressInfo).port;
      }
      return { servers, port: taken };
    } catch (error) {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      const isOther = port === 0 && servers.length > 0 && codeOf(error) === 'EADDRINUSE';
      if (!isOther || tries === maxTries) throw error;
    }
  }
}

/** 0.0.0.0 includes 127.0.0.1, and :: includes every address. */
function addressesOf(host: string): string[] {
  if (host === '::') return ['::'];
  if (host === '0.0.0.0') return ['0.0.0.0', '::1'];
  return [...new Set(['127.0.0.1', '::1', ...(host === 'localhost' ? [] : [host])])];
}

/**
 * After a restart all viewers connect at once. A connection beyond these that wait to be taken is lost, and its
 * client tries again after a second, or after a minute. The system may allow fewer.
 */
const mostWaiting = 4_096;

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: mostWaiting }, () => resolve(server));
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
