import { z } from 'zod';
import { describeInstance, findInstance, stopCommand } from '../db/opening/instance';

const answerMs = 2_000;
const publicHealth = z.strictObject({ status: z.enum(['ok', 'degraded']) });

/**
 * Says who listens on a port that this server wants, and what to do. A Countersign tells a stranger nothing
 * but its health, so only the one that uses `dataDir` can be named by its process.
 */
export async function describePortHolder(address: string, port: number, dataDir: string): Promise<string> {
  const otherPort = `choose another port: PORT=${port + 1} npm start`;
  const holder = await askWhoListens(address);
  if (holder === 'other program')
    return `Port ${port} is in use by another program. Stop that program, or ${otherPort}`;
  const instance = await findInstance(dataDir);
  if (instance?.port === port) {
    const state = holder === 'silent' ? 'It does not answer. Stop' : `Open ${address}, stop`;
    return (
      `Port ${port} is in use by another Countersign: ${describeInstance(instance)}, with the data folder ${dataDir}. ` +
      `${state} it with ${stopCommand(instance)}, or ${otherPort}`
    );
  }
  return holder === 'silent'
    ? `Port ${port} is in use by another program. Stop that program, or ${otherPort}`
    : `Port ${port} is in use by another Countersign, with another data folder. Stop it where it was started, or ${otherPort}`;
}

async function askWhoListens(address: string): Promise<'countersign' | 'other program' | 'silent'> {
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(answerMs) });
    // A Countersign that ends, or whose database is away, answers 503.
    if (response.status === 503) return 'silent';
    const health = publicHealth.safeParse(await response.json().catch(() => null));
    return health.success ? 'countersign' : 'other program';
  } catch {
    return 'silent';
  }
}
