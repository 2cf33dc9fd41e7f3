import { expect, it } from 'vitest';
import type { Surroundings } from '../db/upkeep/doctor-postgresql';
import { describeSurroundings } from './describe-surroundings';

const now = new Date('2026-11-28T12:00:00Z');
const server = (processId: number, silentMs: number) => ({
  id: `s${processId}`,
  name: 'alpha',
  address: null,
  host: 'alpha',
  processId,
  version: '1.0.0',
  startedAt: now,
  heartbeatAt: new Date(now.getTime() - silentMs),
  isDraining: false,
  activeRuns: 0,
  waitingRuns: 0,
});
const sound: Surroundings = {
  version: '18.4',
  now,
  migrations: 3,
  tables: [
    { name: 'RunEvent', tableBytes: 2_000_000, indexBytes: 1_000_000 },
    { name: 'Run', tableBytes: 500_000, indexBytes: 250_000 },
  ],
  servers: [],
  expiredLeases: 0,
  keyProblem: null,
};

it('what is around a database is sound when nobody must act, whoever works on it', () => {
  expect(describeSurroundings(sound)).toEqual({
    isSound: true,
    lines: [
      'PostgreSQL 18.4, with 3 migrations, all of this build.',
      'Messages between servers arrive.',
      'Tables take 2.5 MB and indexes 1.3 MB. The largest with their indexes: RunEvent 3 MB, Run 750 KB.',
      'No server works now.',
      'No run waits for a server that died.',
    ],
  });
  const busy = { ...sound, servers: [server(1, 4_000), server(2, 16_000)], expiredLeases: 1 };
  expect(describeSurroundings(busy).lines.slice(3)).toEqual([
    '1 server at work: process 1 on alpha. Silent, so probably killed: process 2 on alpha.',
    '1 run had a server that died. The next server that works takes them up within seconds.',
  ]);
  expect(describeSurroundings(busy).isSound).toBe(true);
});

it('a foreign secret is for a person', () => {
  const foreign = describeSurroundings({ ...sound, keyProblem: 'The secret is another one.' });
  expect(foreign.isSound).toBe(false);
  expect(foreign.lines[2]).toBe('The secret is another one.');
});
