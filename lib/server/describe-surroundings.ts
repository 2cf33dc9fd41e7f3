import type { Surroundings } from '../db/upkeep/doctor-postgresql';
import { countOf, formatBytes } from '../shared/quantities';
import { silentAfterMs } from '../use-cases/list-servers';

/** Names so many tables with their sizes. */
const namedTables = 3;

/** Describes what is around a PostgreSQL database, one fact a line. It is sound unless a person must act. */
export function describeSurroundings(found: Surroundings): { lines: string[]; isSound: boolean } {
  const { version, migrations, keyProblem, expiredLeases } = found;
  const lines = [
    `PostgreSQL ${version}, with ${countOf(migrations, 'migration')}, all of this build.`,
    // Behind a pooler that loses them, nothing was found.
    'Messages between servers arrive.',
    ...(keyProblem === null ? [] : [keyProblem]),
    describeSizes(found),
    describeServers(found),
    expiredLeases === 0
      ? 'No run waits for a server that died.'
      : `${countOf(expiredLeases, 'run')} had a server that died. The next server that works takes them up within seconds.`,
  ];
  return { lines, isSound: keyProblem === null };
}

function describeSizes({ tables }: Surroundings): string {
  const sum = (bytes: (table: Surroundings['tables'][number]) => number) =>
    formatBytes(tables.reduce((total, table) => total + bytes(table), 0));
  const largest = tables
    .slice(0, namedTables)
    .map(({ name, tableBytes, indexBytes }) => `${name} ${formatBytes(tableBytes + indexBytes)}`);
  return `Tables take ${sum(({ tableBytes }) => tableBytes)} and indexes ${sum(({ indexBytes }) => indexBytes)}. The largest with their indexes: ${largest.join(', ')}.`;
}

function describeServers({ servers, now }: Surroundings): string {
  const isSilent = ({ heartbeatAt }: Surroundings['servers'][number]) =>
    now.getTime() - heartbeatAt.getTime() > silentAfterMs;
  const name = ({ processId, host }: Surroundings['servers'][number]) => `process ${processId} on ${host}`;
  const [working, silent] = [servers.filter((one) => !isSilent(one)), servers.filter(isSilent)];
  const works =
    working.length === 0
      ? 'No server works now.'
      : `${countOf(working.length, 'server')} at work: ${working.map(name).join(', ')}.`;
  return silent.length === 0 ? works : `${works} Silent, so probably killed: ${silent.map(name).join(', ')}.`;
}
