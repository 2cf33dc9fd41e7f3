import { Pool } from 'undici';

/**
 * Asks for addresses again and again from many connections. It runs in its own process, so that the server's
 * processor time excludes it. It takes one order at a time from the process that forked it, and ends with
 * that process.
 */
export type Order = { url: string; clients: number; forMs: number };
export type Load = { answers: number; refused: number };

async function load({ url, clients, forMs }: Order): Promise<Load> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: clients, pipelining: 1 });
  const until = performance.now() + forMs;
  const sum = { answers: 0, refused: 0 };
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const { statusCode, body } = await pool.request({ path: pathname, method: 'GET' });
        await body.dump({ limit: Number.POSITIVE_INFINITY });
        sum.answers += 1;
        if (statusCode !== 200) sum.refused += 1;
      }
    }),
  );
  await pool.close();
  return sum;
}

process.on('message', async (order: Order) => process.send?.(await load(order)));
process.on('disconnect', () => process.exit(0));
