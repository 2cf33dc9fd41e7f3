import type { ActorStore } from '../db/ports/actor-store.port';
import { caretakerActor, localActor, scriptActor } from '../domain/actor';
import { log } from '../logging/log';
import { writeOwnerToken, writeSetupSecret } from './owner-token-file';

/**
 * Stores the actors of the owner, and writes the files by which the owner comes in. A null `setupSecret` removes
 * its file. A null `ownerKey` leaves the file of the token as it is.
 */
export async function seedOwner(
  actors: Pick<ActorStore, 'seed'>,
  facts: {
    dataDir: string;
    isTeam: boolean;
    ownerKey: Buffer | null;
    tokenNumber: number;
    setupSecret: string | null;
  },
): Promise<void> {
  const { dataDir, isTeam, ownerKey, tokenNumber, setupSecret } = facts;
  await actors.seed(localActor);
  await actors.seed(scriptActor, isTeam ? { name: 'A script of the first owner' } : scriptActor);
  if (isTeam) await actors.seed(caretakerActor);
  if (ownerKey !== null)
    await writeOwnerToken(dataDir, ownerKey, tokenNumber).catch((error) =>
      log.warn({ err: error }, 'The token of the owner could not be written'),
    );
  await writeSetupSecret(dataDir, setupSecret).catch((error) =>
    log.warn({ err: error }, 'The secret for the first owner could not be written'),
  );
}
