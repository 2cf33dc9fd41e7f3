import { oneTimeLinks, toOneTimeLink } from '../accounts/one-time-link';
import { createSecret, hashSecret } from '../auth/secret-text';
import { email as emailShape } from '../contracts/accounts';
import { BackupRefused } from '../db/upkeep/backup-file';
import type { ResetToAdd } from '../db/upkeep/people-sqlite';
import { toTriesHash } from '../use-cases/sign-in';
import { toName } from '../use-cases/sign-in-by-provider';
import { workBeside } from './beside-server';
import type { Output } from './check-model-command';
import { findRunningPort } from './find-running-port';
import { writeSetupSecret } from './owner-token-file';

const help = `npm run accounts -- --list           lists the people of the team
npm run accounts -- --owner EMAIL    makes the first owner, and a link to choose the password
npm run accounts -- --reset EMAIL    makes a link to choose a new password, and ends a lockout
These work beside a server that runs.`;

export type AccountsTask = {
  dataDir: string;
  databaseUrl: string;
  publicUrl: string | null;
  profile: 'local' | 'team';
  port: number;
  given: string[];
  say: Output['say'];
};

/** Looks after the people of a team for anyone who can read the data folder. Returns true, or throws why not. */
export async function runAccounts(task: AccountsTask): Promise<true> {
  const { databaseUrl, given, say } = task;
  const [option, value] = given;
  if (option === '--help' && given.length === 1) say(help);
  else if (option === '--list' && given.length === 1) await listPeople(databaseUrl, say);
  else if (option === '--owner' && value !== undefined && given.length === 2) await addOwner(task, value);
  else if (option === '--reset' && value !== undefined && given.length === 2) await addReset(task, value);
  else throw new BackupRefused(`Usage:\n${help}`);
  return true;
}

async function listPeople(databaseUrl: string, say: Output['say']): Promise<void> {
  const people = await workBeside(databaseUrl).listPeople();
  if (people.length === 0) say('There is no owner yet. Make one: npm run accounts -- --owner EMAIL');
  for (const { name, email, role } of people) say(`${name}  ${email}  ${role}`);
}

async function addOwner(task: AccountsTask, given: string): Promise<void> {
  const email = readEmail(given);
  const name = toName({ name: null, email });
  const { code, reset } = createReset(email);
  if (!(await workBeside(task.databaseUrl).addOwner({ email, name }, reset)))
    throw new BackupRefused('There is an owner. For a lost password, run: npm run accounts -- --reset EMAIL');
  await writeSetupSecret(task.dataDir, null);
  await sayLink(task, `${email} is the first owner.`, code);
}

async function addReset(task: AccountsTask, given: string): Promise<void> {
  const email = given.trim();
  const { code, reset } = createReset(email);
  if (!(await workBeside(task.databaseUrl).addReset(email, reset)))
    throw new BackupRefused(`Nobody has the address ${email}. See who is there: npm run accounts -- --list`);
  await sayLink(task, `This is for ${email}.`, code);
}

async function sayLink(
  { dataDir, publicUrl, profile, port, say }: AccountsTask,
  whose: string,
  code: string,
): Promise<void> {
  const running = await findRunningPort(dataDir);
  say(`${whose} Open this address within 24 hours to choose a password. It works once:`);
  say(toOneTimeLink(publicUrl ?? `http://localhost:${running ?? port}`, 'reset', code));
  if (profile !== 'team') say('It works when Countersign runs with COUNTERSIGN_PROFILE=team.');
  else if (running === null) say('Countersign is not running. Start it first: npm start');
}

function createReset(email: string): { code: string; reset: ResetToAdd } {
  const code = createSecret();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + oneTimeLinks.reset.lastsMs);
  return { code, reset: { codeHash: hashSecret(code), triesHash: toTriesHash(email), createdAt, expiresAt } };
}

function readEmail(text: string): string {
  const parsed = emailShape.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new BackupRefused('Give an e-mail address in plain letters, such as ada@example.com.');
}
