import '../logging/testing/quiet-log';
import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { strangerActor } from '../domain/actor';
import { acceptReset } from '../use-cases/reset-password';
import { signIn } from '../use-cases/sign-in';
import { maintain } from './maintain-command';
import { attempt, codeOf, device, goodPassword, openTeam } from './testing/open-team';

let team: Awaited<ReturnType<typeof openTeam>>;
let said: string[];
beforeEach(async () => {
  team = await openTeam();
  said = [];
  for (const [name, value] of Object.entries(team.environment)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await team.close();
});

const command = (...words: string[]) =>
  maintain(['accounts', ...words], { say: (line) => said.push(line), complain: (line) => said.push(line) });
const link = () => said.findLast((line) => line.startsWith('http')) ?? '';
const enter = (email: string, password: string) =>
  attempt(signIn(team.services, strangerActor, { email, password, device }));

it('makes the first owner beside the server, once, who then chooses a password with the link', async () => {
  expect(await command('--list')).toBe(0);
  expect(said.join()).toContain('There is no owner yet.');
  expect(await command('--owner', 'Ada@example.com')).toBe(0);
  expect(link()).toMatch(/^http:\/\/localhost:\d+\/reset#[\w-]{43}$/);
  await expect(stat(team.secretFile)).rejects.toThrow('ENOENT');
  expect(await command('--owner', 'eve@example.com')).toBe(1);
  const letIn = await acceptReset(team.services, strangerActor, {
    code: codeOf(link()),
    password: goodPassword,
    device,
  });
  expect(await team.identify(letIn)).toEqual({ id: 'usr_local', name: 'Ada', role: 'admin' });
  said = [];
  expect(await command('--list')).toBe(0);
  expect(said).toEqual(['Ada  Ada@example.com  admin']);
  const { items } = await team.services.audit.list({ by: null, kind: null, cursor: null, limit: 9 });
  expect(items.map(({ kind, by }) => `${kind} by ${by}`).sort()).toEqual([
    'owner_created by usr_local',
    'password_reset by usr_local',
    'reset_link_made by usr_caretaker',
  ]);
});

it('calls the first owner by the complete address when its first part is the product’s', async () => {
  expect(await command('--owner', 'countersign@example.com')).toBe(0);
  expect(await command('--list')).toBe(0);
  expect(said.at(-1)).toBe('countersign@example.com  countersign@example.com  admin');
});

it('makes a reset link, which replaces an earlier one and ends the lockout', async () => {
  await team.addOwner();
  await Promise.all(Array.from({ length: 10 }, () => enter('ada@example.com', 'wrong')));
  expect(await enter('ada@example.com', goodPassword)).toContain('Too many wrong passwords.');
  expect(await command('--reset', 'ADA@example.com')).toBe(0);
  const earlier = codeOf(link());
  expect(await enter('ada@example.com', goodPassword)).toBe('done');
  expect(await command('--reset', 'ada@example.com')).toBe(0);
  const body = { password: 'another long password', device };
  expect(await attempt(acceptReset(team.services, strangerActor, { ...body, code: earlier }))).toBe(
    'forbidden: This link does not work. Ask an admin for a new one.',
  );
  const code = codeOf(link());
  expect(await attempt(acceptReset(team.services, strangerActor, { ...body, code }))).toBe('done');
});

it('says what is wrong with what it was given, and how it is used', async () => {
  expect(await command('--help')).toBe(0);
  expect(said.join()).toContain('--reset EMAIL');
  for (const [words, answer] of [
    [[], 'Usage:'],
    [['--owner'], 'Usage:'],
    [['--reset', 'a@b.de', 'x'], 'Usage:'],
    [['--owner', 'аda@example.com'], 'plain letters'],
    [['--reset', 'nobody@example.com'], 'Nobody has the address nobody@example.com.'],
  ] as const) {
    said = [];
    expect(await command(...words)).toBe(1);
    expect(said.join()).toContain(answer);
  }
  expect(await team.services.accounts.hasOwner()).toBe(false);
});
