import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Node reports one of these where the machine has no ::1. */
const withoutIPv6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];
const maxTries = 20;

/**
 * Listens on 127.0.0.1 and, where there is one, on ::1, because browsers take either for `localhost`: a
 * program that had one of them would get what people type for this server. Port 0 takes a port that is free
 * on both. Throws the error of the address that is taken (`EADDRINUSE`), and then listens nowhere.
 */
export async function listenOnLoopback(
  create: () => Server,
  port: number,
): Promise<{ servers: Server[]; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const first = await listen(create(), port, '127.0.0.1');
    const { port: taken } = first.address() as AddressInfo;
    try {
      return { servers: [first, await listen(create(), taken, '::1')], port: taken };
    } catch (error) {
      if (withoutIPv6.includes(codeOf(error))) return { servers: [first], port: taken };
      await new Promise((resolve) => first.close(resolve));
      if (port !== 0 || codeOf(error) !== 'EADDRINUSE' || tries === maxTries) throw error;
    }
  }
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
