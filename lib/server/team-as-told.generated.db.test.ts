import '../logging/testing/quiet-log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roleNames } from '../domain/role';
import { runs } from '../replies/testing/generated';
import { type ActName, type Asked, actNames, judge } from './testing/told-acts';
import { kindOf } from './testing/told-requests';
import { flows, listAlive, newTeam, settle, type Told, tell, type Who } from './testing/told-team';
import { type Answer, ask, close, hidden, learn, look, made, open, untilSettled } from './testing/told-world';

/**
 * Random people send random requests to a real team, one after the other. A model that says only what the
 * requirement says (`testing/told-*.ts`) must tell every answer and everything that can be read.
 */

const names = ['Ada', 'Ben', 'Cem', 'Dua', 'Eve', 'Fay', 'Gil', 'Hal', 'Ian'];
const emails = names.slice(1).map((name) => `${name.toLowerCase()}@example.com`);
const busy: ActName[] = ['invite', 'join', 'start', 'start', 'send', 'approve', 'setPrivacy'];
const oftenTrue = fc.integer({ min: 0, max: 9 }).map((number) => number > 0);
const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, ...others.map((other) => fc.constant(other)));
const step = fc.record({
  act: fc.constantFrom(...actNames, ...busy),
  /** Such a request is one that somebody may make now. */
  isApt: fc.constantFrom(true, true, false),
  by: often('session', 'token', 'file', 'both', 'nobody'),
  key: often<Who['key']>('own', 'other', 'none'),
  hasOrigin: oftenTrue,
  whose: fc.nat(999),
  what: fc.nat(999),
  email: fc.constantFrom(...emails),
  isUpperCase: fc.boolean(),
  name: fc.constantFrom(...names),
  isRight: oftenTrue,
  role: fc.constantFrom(...roleNames),
  work: fc.constantFrom('low', 'medium', 'high', 'answer', 'fail'),
  flow: fc.constantFrom(...(Object.keys(flows) as Asked['flow'][])),
  isYes: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Picks what lives, often, and otherwise what ever was. Now and then, picks what never existed. */
function listKeys(told: Told, kind: string, number: number): string[] {
  if (kind === '' || number % 19 === 0) return ['missing'];
  const all = [...made.keys()]
    .filter((key) => key.startsWith(kind) && /\d|owner/.test(key))
    .map((key) => (kind === 'a' ? key.slice(1) : key));
  const alive = listAlive(told, kind).filter((key) => made.has(kind === 'a' ? `a${key}` : key));
  const of = number % 5 === 0 || alive.length === 0 ? all : alive;
  const first = number % (of.length || 1);
  return of.length === 0 ? ['missing'] : [...of.slice(first), ...of.slice(0, first)];
}

function toAsked(told: Told, key: string, given: Step): Asked {
  // A team in which few are signed in would only refuse.
  const isQuiet = Object.keys(told.sessions).length < 5 && given.isYes;
  const { by, isApt, whose, what, isRight, isUpperCase, ...one } = isQuiet
    ? { ...given, act: 'signIn' as const, isRight: true }
    : given;
  const kind = kindOf(one.act);
  const sessions = listKeys(told, 's', whose);
  const [token = 'missing'] = listKeys(told, 't', whose);
  const toWho = (session: string): Who => ({
    ...(by !== 'token' && by !== 'nobody' && session !== 'missing' && { session }),
    ...((by === 'token' || by === 'both') && token !== 'missing' && { token }),
    ...(by === 'file' && { isFile: true }),
    key: one.key,
    hasOrigin: one.hasOrigin,
  });
  const of = listKeys(told, kind, what);
  const build = (on: string, who: Who): Asked => {
    const person =
      one.act === 'changePassword'
        ? told.people[told.sessions[who.session ?? ''] ?? '']
        : Object.values(told.people).find(({ email }) => email === one.email);
    const password = isRight ? (person?.password ?? 'the first password') : 'a wrong password';
    const email = one.act === 'signIn' && isUpperCase ? one.email.toUpperCase() : one.email;
    return {
      ...one,
      key,
      on,
      who,
      email,
      password,
      newPassword: `new password ${key}`,
      work: one.work as Asked['work'],
    };
  };
  const usual = build(of[0] ?? 'missing', toWho(sessions[0] ?? 'missing'));
  if (!isApt) return usual;
  const all = of
    .slice(0, 6)
    .flatMap((on) =>
      sessions.slice(0, 6).map((session) => build(on, { session, key: 'own', hasOrigin: true })),
    );
  return all.find((asked) => judge(told, asked).status < 300) ?? usual;
}

/** A team of people with each role. */
const opening: Asked[] = (['admin', ...roleNames, 'operator', 'approver'] as const).flatMap(
  (role, index): Asked[] => {
    const [email, name] = [emails[index] ?? '', names[index] ?? ''];
    const who: Who = { session: 's0', key: 'own', hasOrigin: true };
    const common = {
      who,
      email,
      name,
      role,
      password: 'the first password',
      newPassword: `password of ${name}`,
      work: 'low',
      flow: 'anyone',
      isYes: true,
    } as const;
    if (index === 0) return [{ ...common, act: 'setUp', key: '0', on: 'setup' }];
    return [
      { ...common, act: 'invite', key: `${index}`, on: 'missing' },
      { ...common, act: 'join', key: `${index}`, on: `l${index}` },
    ];
  },
);

/** Nothing here has an order. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(inOrder).sort((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1));
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inOrder(one)]))
    : value;
};

function expectNothingHidden({ text, asked: { act, key } }: Answer): void {
  const own = ['s', 'l', 't'].flatMap((kind) => Object.values(made.get(`${kind}${key}`) ?? {}));
  for (const secret of hidden)
    if (!own.includes(secret)) expect([act, text.includes(secret)]).toEqual([act, false]);
}

/** Sends a request, and returns what is told to be so after it. */
async function play(before: Told, asked: Asked): Promise<Told> {
  const answer = await ask(asked);
  await learn(answer);
  expectNothingHidden(answer);
  await untilSettled();
  const { told, status } = judge(before, asked);
  expect([asked, answer.text, answer.status]).toEqual([asked, answer.text, status]);
  if (answer.status === 404) {
    const none = await ask(asked, 'missing');
    expect([asked, answer.status, answer.text]).toEqual([asked, none.status, none.text]);
  }
  return settle(told);
}

const lookAgain = async (told: Told) => expect(inOrder(await look())).toEqual(inOrder(tell(told)));

const sequence = fc.array(step, { minLength: 100, maxLength: 100 });

it('a team answers and becomes what the requirement tells', { timeout: 7_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      await open();
      let told = newTeam();
      try {
        for (const asked of opening) told = await play(told, asked);
        for (const [number, one] of steps.entries()) {
          told = await play(told, toAsked(told, `${number + 10}`, one));
          if (number % 50 === 49) await lookAgain(told);
        }
      } finally {
        await close();
      }
    }),
    { ...runs(1), endOnFailure: true },
  );
});
