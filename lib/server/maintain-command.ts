import { toLink } from '../auth/ask-door';
import { linkLastsMs } from '../auth/door';
import { createSecret, hashSecret } from '../auth/secret-text';
import { ConfigError, loadConfig } from '../config/config';
import { toDatabaseFile } from '../config/read-database-url';
import { MoveRefused } from '../db/moving/move-rows';
import { readSharedKeyFile } from '../db/opening/key-file';
import { openSecretBox } from '../db/stores/secret-box';
import { BackupRefused, requireReadable } from '../db/upkeep/backup-file';
import { explainUpkeepError } from '../db/upkeep/explain-upkeep-error';
import { localActor } from '../domain/actor';
import { runAccounts } from './accounts-command';
import { backup, restore, type UpkeepTask } from './backup-commands';
import { workBeside } from './beside-server';
import type { Output } from './check-model-command';
import { doctor } from './doctor-command';
import { findRunningPort } from './find-running-port';
import { moveDatabase } from './move-command';
import { ownerTokenFile, writeOwnerToken } from './owner-token-file';

type Places = Pick<UpkeepTask, 'dataDir' | 'secretFile' | 'databaseUrl'> & {
  publicUrl: string | null;
  profile: 'local' | 'team';
  port: number;
};
type Task = Places & UpkeepTask;

/** Each returns whether nothing is damaged. */
const commands: Record<string, (task: Task) => Promise<boolean>> = {
  backup,
  restore,
  doctor,
  async link(task) {
    const { dataDir, publicUrl, profile, databaseUrl, given, say } = task;
    if (given.some((word) => word !== '--new-token') || given.length > 1)
      throw new BackupRefused('Usage: npm run link, or npm run link -- --new-token');
    await requireThere(databaseUrl);
    if (profile === 'team' && given.length === 0)
      throw new BackupRefused(
        'People of a team sign in. For a first owner or a lost password, run: npm run accounts -- --help',
      );
    if (given.length === 1) return changeOwnerToken(task);
    const port = await findRunningPort(dataDir);
    if (port === null)
      throw new BackupRefused('Countersign is not running. Start it with npm start, which prints a link.');
    const code = createSecret();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + linkLastsMs);
    await workBeside(databaseUrl).addLink({
      codeHash: hashSecret(code),
      actorId: localActor.id,
      createdAt,
      expiresAt,
    });
    say(`Open this address within ten minutes. It lets one browser in, once:`);
    say(toLink(publicUrl ?? `http://localhost:${port}`, code));
    return true;
  },
  'move-database': moveDatabase,
  async accounts(task) {
    if (task.given[0] !== '--help') await requireThere(task.databaseUrl);
    return runAccounts(task);
  },
};

async function changeOwnerToken({ dataDir, secretFile, databaseUrl, say }: Task): Promise<boolean> {
  const shared = secretFile === null ? null : await readSharedKeyFile(secretFile);
  const key = shared ? shared.ok && shared.key : (await openSecretBox(dataDir)).key();
  if (!key)
    throw new BackupRefused(
      'The key file secret.key cannot be used, so there is no token. Start Countersign, which replaces the file.',
    );
  await writeOwnerToken(dataDir, key, await workBeside(databaseUrl).changeOwnerToken());
  say(`${ownerTokenFile(dataDir)} holds a new token. Programs with the old one are refused from now on.`);
  return true;
}

/** The server of another kind of database says by itself what is missing. */
async function requireThere(databaseUrl: string): Promise<void> {
  const file = toDatabaseFile(databaseUrl);
  if (file !== null) await requireReadable(file, 'database');
}

/** Names the database without its password. */
const describePlace = (databaseUrl: string): string =>
  toDatabaseFile(databaseUrl) ?? 'the database of DATABASE_URL';

function findPlaces(): Places {
  const { dataDir, secretFile, databaseUrl, publicUrl, profile, port } = loadConfig(process.env);
  return { dataDir, secretFile, databaseUrl, publicUrl, profile, port };
}

/**
 * Runs a command for an installation: `npm run backup -- FILE`, `npm run restore -- FILE`, `npm run link`,
 * `npm run accounts`, `npm run move-database`, `npm run doctor` and `npm run doctor -- --repair`. Returns the exit
 * code: 0 it worked, and nothing is damaged; 1 it failed, or the doctor found damage; 2 the doctor could not look.
 */
export async function maintain(words: string[], { say, complain }: Output): Promise<number> {
  const [command = '', ...given] = words;
  try {
    const run = commands[command];
    if (!run)
      throw new BackupRefused(
        `There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`,
      );
    return (await run({ ...findPlaces(), given, say })) ? 0 : 1;
  } catch (error) {
    const isRefusal = [BackupRefused, ConfigError, MoveRefused].some((kind) => error instanceof kind);
    complain(
      `\n${isRefusal ? (error as Error).message : explainUpkeepError(error, describePlace(findPlaces().databaseUrl))}`,
    );
    return command === 'doctor' ? 2 : 1;
  }
}
