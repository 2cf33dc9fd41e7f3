import { Client } from 'pg';
import { OpeningRefused } from '../opening/opening-refused';
import { describeAddress } from './address';
import { toConfig } from './pools';

/** A pooler with several idle connections may give a client the same one twice by chance, but not each time. */
const tries = 3;

/**
 * Throws `OpeningRefused` unless each connection to `url` is a session of its own. Through a pooler that lends
 * connections by the transaction, locks and messages would belong to anybody. Throws other errors of PostgreSQL
 * as they are.
 */
export async function requireSessions(url: string): Promise<void> {
  const [client, other] = [new Client(toConfig(url)), new Client(toConfig(url))];
  // The driver also reports a broken connection to the statement that waits for it.
  for (const one of [client, other]) one.on('error', () => {});
  try {
    await client.connect();
    await other.connect();
    for (let round = 0; round < tries; round += 1)
      if (!(await hears(client, other))) throw new OpeningRefused(describePooler(url));
  } finally {
    await Promise.all([client, other].map((one) => one.end().catch(() => {})));
  }
}

/**
 * Tells whether `client` hears what `other` sends. PostgreSQL signals the listener before it answers the sender,
 * so the message comes before the answer to the listener's next statement.
 */
async function hears(client: Client, other: Client): Promise<boolean> {
  const channel = `countersign_${crypto.randomUUID().replaceAll('-', '')}`;
  let hasHeard = false;
  const hear = (message: { channel: string }) => {
    if (message.channel === channel) hasHeard = true;
  };
  client.on('notification', hear);
  try {
    await client.query(`LISTEN ${channel}`);
    const before = await readBackend(client);
    await other.query(`NOTIFY ${channel}`);
    const [after, others] = [await readBackend(client), await readBackend(other)];
    await client.query(`UNLISTEN ${channel}`);
    return hasHeard && before === after && others !== after;
  } finally {
    client.off('notification', hear);
  }
}

async function readBackend(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
  return rows[0]?.pid;
}

const describePooler = (url: string) =>
  `The pooler at ${describeAddress(url).server} lends connections of PostgreSQL by the transaction, and Countersign needs sessions. Set it to its session mode, or write the address of PostgreSQL itself in DATABASE_URL.`;
