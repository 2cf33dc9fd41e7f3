import { z } from 'zod';
import { describeInstance, findInstance, stopCommand } from '../db/opening/instance';

const answerMs = 2_000;
const generalSettings = z.object({ workspaceFolder: z.string(), dataFolder: z.string() });

/**
 * Says who listens on a port that this server wants, and what to do. `dataDir` is the place to look when no
 * one answers there.
 */
export async function describePortHolder(address: string, port: number, dataDir: string): Promise<string> {
  const otherPort = `choose another port: PORT=${port + 1} npm start`;
  const asked = await askDataFolder(address);
  const dataFolder = asked === 'silent' ? dataDir : asked;
  const holder = dataFolder && (await findInstance(dataFolder));
  if (!holder || holder.port !== port) {
    return `Port ${port} is in use by another program. Stop that program, or ${otherPort}`;
  }
  const state = asked === 'silent' ? 'It does not answer. Stop' : `Open ${address}, stop`;
  return (
    `Port ${port} is in use by another Countersign: ${describeInstance(holder)}, with the data folder ${dataFolder}. ` +
    `${state} it with ${stopCommand(holder)}, or ${otherPort}`
  );
}

/** Returns null when something else answers there. */
async function askDataFolder(address: string): Promise<string | 'silent' | null> {
  try {
    const response = await fetch(`${address}/api/settings/general`, {
      signal: AbortSignal.timeout(answerMs),
    });
    // A Countersign that ends, or whose database is away, answers 503.
    if (response.status === 503) return 'silent';
    const settings = generalSettings.safeParse(await response.json().catch(() => null));
    return settings.success ? settings.data.dataFolder : null;
  } catch {
    return 'silent';
  }
}
