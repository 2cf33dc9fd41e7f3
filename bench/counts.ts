import path from 'node:path';
import { loadConfig } from '../lib/config/config';
import { createCounter } from '../lib/db/counts/create-counter';
import { openDatabase } from '../lib/db/open-database';
import type { Counter } from '../lib/db/ports/counter.port';
import { openPostgresql } from '../lib/db/testing/postgresql';
import { createLimits } from '../lib/http/entry/limits';
import { figure, timeOf } from './figure';

/**
 * Measures what counting adds to a request of 50 people with an address in common, who ask at once, with the
 * limits of an installation: in the memory of the process, and in PostgreSQL for several servers.
 */
const people = 50;
const requests = 20_000;

const server = await openPostgresql();
const prismaDir = path.resolve('prisma');
const database = await openDatabase({ url: await server.createDatabase(), prismaDir });
await measure('in memory', createCounter());
await measure('in PostgreSQL', database.counter);
await database.close();
await server.close();
// The package of PostgreSQL listens to messages, and would keep this process.
process.disconnect?.();

async function measure(where: string, counter: Counter): Promise<void> {
  const { requestLimits } = loadConfig({});
  const limits = createLimits(requestLimits, counter);
  const request = { method: 'GET', target: '/api/conversations', headers: {} };
  const ask = async (person: number) => {
    const answer = { type: 'let_in', sessionId: `s${person}`, accountId: `a${person}` } as const;
    for (let number = 0; number < requests / people; number += 1)
      await limits.waitAfterDoor(request, answer, '192.0.2.1');
  };
  const all = await timeOf(() => Promise.all(Array.from({ length: people }, (_, person) => ask(person))));
  figure(`counting a request ${where}, mean`, (all / requests) * 1_000, 'µs', { most: 100 });
}
