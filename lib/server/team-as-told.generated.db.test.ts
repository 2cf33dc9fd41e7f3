import '../logging/testing/quiet-log';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roleNames } from '../domain/role';
import { runs } from '../replies/testing/generated';
import { type ActName, type Asked, actNames, judge } from './testing/told-acts';
import { kindOf } from './testing/told-requests';
import { activeIn, flows, listAlive, newTeam, settle, type Told, tell, type Who } from './testing/told-team';
import { type Answer, ask, close, hidden, learn, look, made, open, untilSettled } from './testing/told-world';

/**
 * Random people send random requests to a real team, some at once. A model that says only what the requirement
 * says (`testing/told-*.ts`) must explain every answer and everything that can be read, by some order of requests.
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
  /** Of requests at once, such a one is about the same as the first one, or about who sends it. */
  isTied: fc.boolean(),
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

function toAsked(told: Told, key: string, given: Step, first: Asked | undefined): Asked {
  // A team in which few are signed in would only refuse.
  const isQuiet = Object.keys(told.sessions).length < 5 && given.isYes;
  const { by, isApt, isTied, whose, what, isRight, isUpperCase, ...one } = isQuiet
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
  const of = isTied && first ? [...tiesOf(told, kind, first)] : listKeys(told, kind, what);
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

/** Lists what is about the same as another request, or about the person who sends it. */
function* tiesOf(told: Told, kind: string, { on, who }: Asked): Generator<string> {
  const sender = told.sessions[who.session ?? ''];
  if (kind === 'p' && sender) yield sender;
  if (kind === 's' && who.session) yield who.session;
  const conversation = told.runs[on]?.conversation ?? on;
  if (kind === 'c' && conversation in told.conversations) yield conversation;
  if (kind === 'r' || kind === 'a')
    for (const [key, run] of Object.entries(told.runs))
      if (run.conversation === conversation && made.has(kind === 'a' ? `a${key}` : key)) yield key;
  if (kind === on.charAt(0)) yield on;
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

/** Finds all that may be so after requests at once, in any order and whenever runs go on. */
function explain(before: Told, answers: readonly Answer[], isAlone = answers.length === 1): Told[] {
  if (answers.length === 0) return [settle(before)];
  return (isAlone ? [before] : [before, settle(before)]).flatMap((moment) =>
    answers.flatMap((answer, index) => {
      const { told, status } = judge(moment, answer.asked);
      const rest = answers.filter((_, other) => other !== index);
      if (status === answer.status) return explain(told, rest, isAlone);
      // A request that met another one may be refused later, or with other words, and then changes nothing.
      const isRefused = !isAlone && answer.status < 500 && answer.status >= (status < 400 ? 409 : 400);
      const after =
        status < 400 && answer.asked.act === 'delete' ? [moment, stopIn(moment, answer.asked.on)] : [moment];
      return isRefused ? after.flatMap((one) => explain(one, rest, isAlone)) : [];
    }),
  );
}

/** A deletion stops the run first. It is refused when another run begins in that moment. */
function stopIn(moment: Told, conversation: string): Told {
  const told = structuredClone(moment);
  const run = activeIn(told, conversation);
  if (run) run.status = 'cancelled';
  return told;
}

const distinct = (all: Told[]) => [...new Map(all.map((told) => [JSON.stringify(told), told])).values()];
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

/** Sends requests at once, and returns all that may be so after them. */
async function play(possible: Told[], askeds: Asked[]): Promise<Told[]> {
  const answers = await Promise.all(askeds.map((asked) => ask(asked)));
  for (const answer of answers) await learn(answer);
  answers.forEach(expectNothingHidden);
  await untilSettled();
  const after = distinct(possible.flatMap((told) => explain(told, answers)));
  if (after.length === 0)
    expect(answers.map(({ asked, status, text }) => [asked, status, text])).toEqual(
      possible.map((told) => askeds.map((asked) => judge(told, asked).status)),
    );
  const [answer] = answers;
  if (answers.length === 1 && answer?.status === 404) {
    const none = await ask(answer.asked, 'missing');
    expect([answer.asked, answer.status, answer.text]).toEqual([answer.asked, none.status, none.text]);
  }
  return after;
}

async function lookAgain(possible: Told[]): Promise<Told[]> {
  const found = inOrder(await look());
  const fitting = possible.filter((told) => JSON.stringify(inOrder(tell(told))) === JSON.stringify(found));
  if (fitting.length === 0) expect(found).toEqual(inOrder(tell(possible[0] ?? newTeam())));
  return fitting;
}

const together = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 60, maxLength: 60 });

it('a team answers and becomes what the requirement tells', { timeout: 7_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(together, async (groups) => {
      await open();
      let possible = [newTeam()];
      try {
        for (const asked of opening) possible = await play(possible, [asked]);
        for (const [number, group] of groups.entries()) {
          const [told = newTeam()] = possible;
          const askeds: Asked[] = [];
          for (const one of group)
            askeds.push(toAsked(told, `${number + 10}${askeds.length}`, one, askeds[0]));
          possible = await play(possible, askeds);
          if (number % 30 === 29) possible = await lookAgain(possible);
        }
        await lookAgain(possible);
      } finally {
        await close();
      }
    }),
    { ...runs(2), endOnFailure: true },
  );
});
