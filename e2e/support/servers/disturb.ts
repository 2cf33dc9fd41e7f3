import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Cluster } from './cluster';

export type Disturbances = { kills: number; stops: number };

export type Plan = {
  /** The same number gives the same victims and pauses. */
  seed: number;
  killEveryMs: Span;
  stopEveryMs: Span;
  /** PostgreSQL stays away so long. */
  awayMs: Span;
  atMost: Disturbances;
};
type Span = { min: number; max: number };

/** This is more than any test needs. */
export const withoutLimit: Disturbances = { kills: 5_000, stops: 5_000 };

/**
 * Kills servers and stops PostgreSQL, one beside the other, until `isOver` says so or it has done it `atMost` so
 * often. Everything runs again when this resolves. Throws when PostgreSQL or a server no longer starts.
 */
export async function disturb(
  cluster: Cluster,
  { seed, killEveryMs, stopEveryMs, awayMs, atMost }: Plan,
  isOver: (done: Disturbances) => boolean,
): Promise<Disturbances> {
  const done: Disturbances = { kills: 0, stops: 0 };
  const victims = fc.nat(cluster.apps.length - 1);
  const kills = fc.sample(fc.record({ pauseMs: fc.integer(killEveryMs), victim: victims }), {
    seed,
    numRuns: atMost.kills,
  });
  const stops = fc.sample(fc.record({ pauseMs: fc.integer(stopEveryMs), awayMs: fc.integer(awayMs) }), {
    seed,
    numRuns: atMost.stops,
  });
  const kill = async () => {
    for (const { pauseMs, victim } of kills) {
      await sleep(pauseMs);
      if (isOver(done)) return;
      await cluster.apps[victim]?.stop('SIGKILL');
      done.kills += 1;
      await startAgain(cluster, victim);
    }
  };
  const stop = async () => {
    for (const moment of stops) {
      await sleep(moment.pauseMs);
      if (isOver(done)) return;
      await cluster.database.stopAtOnce();
      done.stops += 1;
      await sleep(moment.awayMs);
      await cluster.database.start();
    }
  };
  await Promise.all([kill(), stop()]);
  return done;
}

const mostStarts = 60;

/** A server does not start while PostgreSQL is away, so whatever looks after servers starts it again. */
async function startAgain({ apps }: Cluster, index: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apps[index]?.start();
      return;
    } catch (error) {
      const isAway = /PostgreSQL|database/i.test(String(error));
      if (!isAway || attempt === mostStarts) throw error;
      await sleep(500);
    }
  }
}
