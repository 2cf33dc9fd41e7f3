import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Loop } from '../../tests/measured/job';
import { median } from '../figure';

export type Cost = { wallMs: number; cpuMs: number };

/** Returns the cost of the work in all threads of this process. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
}

/**
 * Returns each loop's costs by round. The order changes from round to round, so that noise meets all of them
 * alike.
 */
export async function measureInRounds<Measured extends Pick<Loop, 'name'>>(
  loops: readonly Measured[],
  rounds: number,
  measure: (loop: Measured) => Promise<Cost>,
): Promise<Map<string, Cost[]>> {
  const costs = new Map<string, Cost[]>(loops.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % loops.length;
    for (const loop of [...loops.slice(turn), ...loops.slice(0, turn)]) {
      costs.get(loop.name)?.push(await measure(loop));
    }
  }
  return costs;
}

/** Returns the median of a loop's share of another loop's cost, round by round. */
export function ratioOf(
  costs: ReadonlyMap<string, Cost[]>,
  name: string,
  floor: string,
  part: keyof Cost,
): number {
  const floors = costs.get(floor) ?? [];
  return median((costs.get(name) ?? []).map((cost, round) => cost[part] / (floors[round]?.[part] ?? 0)));
}

/** Returns the slope of the line through the logarithms. 1 means that the value grows like the size. */
export function exponent(points: readonly { size: number; value: number }[]): number {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const top = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return top / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

/**
 * Counts the bytes that this process has written to disk. Returns null on a system that does not count them.
 */
export function writtenBytes(): number | null {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return null;
  }
}

/** Returns the bytes that a database holds, in its file or in its write-ahead log. */
export function storedBytes(file: string): number {
  const database = new Database(file, { readonly: true });
  const [{ bytes }] = database
    .prepare(
      'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
    )
    .all() as [{ bytes: number }];
  database.close();
  return bytes;
}
