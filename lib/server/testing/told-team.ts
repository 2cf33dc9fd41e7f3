import type { RoleName } from '../../contracts/accounts';
import type { Risk } from '../../domain/verdict';

/**
 * Tells what a team may do and what becomes of it, as the requirement says it. Nothing of the product's code says
 * it here: a test compares the two. Keys such as "p3" stand for what the third request made.
 */
export type Told = {
  people: Record<string, { role: RoleName; email: string; name: string; password: string }>;
  /** The names of those who left. */
  formerNames: string[];
  wrongTries: Record<string, number>;
  links: Record<
    string,
    { by: string; isUsed: boolean } & ({ email: string; role: RoleName } | { person: string })
  >;
  sessions: Record<string, string>;
  tokens: Record<string, { person: string; scope: 'read' | 'start' }>;
  conversations: Record<string, ToldConversation>;
  runs: Record<string, ToldRun>;
  highRisk: 'approver' | 'other_approver';
  /** Each entry says what was changed and who changed it. */
  audit: string[];
};
type ToldConversation = { owner: string; title: string | null; isPrivate: boolean; isDeleted: boolean };
export type Narrowing = { start?: RoleName; role?: RoleName; count?: number; notRequester?: boolean };
export type ToldRun = {
  conversation: string;
  owner: string;
  asks: Risk | null;
  narrowing: Narrowing;
  isForOthers: boolean;
  votes: string[];
  /** A run that is on its way ends with `next`. */
  status: 'on_its_way' | 'awaiting_approval' | 'completed' | 'failed' | 'rejected' | 'cancelled';
  next: 'awaiting_approval' | 'completed' | 'failed';
};

export type Who = {
  session?: string;
  token?: string;
  /** The request has the token of the file. */
  isFile?: boolean;
  key: 'own' | 'other' | 'none';
  hasOrigin: boolean;
};
/** What a request holds. `on` is what its address or code names. The body may hold the other parts. */
export type Request = {
  key: string;
  who: Who;
  on: string;
  email: string;
  name: string;
  password: string;
  newPassword: string;
  role: RoleName;
  work: Work;
  flow: keyof typeof flows;
  isYes: boolean;
};
export type Act = (told: Told, me: Me, request: Request) => number;
export type Work = Risk | 'answer' | 'fail';
export type Me = { id: string; role: RoleName | 'caretaker'; scope?: 'read' | 'start'; session?: string };

export const flows = {
  anyone: {},
  'started-by-approver': { start: 'approver' },
  'signed-by-two': { role: 'approver', count: 2, notRequester: true },
} satisfies Record<string, Narrowing>;

export const newTeam = (): Told => ({
  people: {},
  formerNames: [],
  wrongTries: {},
  links: {},
  sessions: {},
  tokens: {},
  conversations: {},
  runs: {},
  highRisk: 'approver',
  audit: [],
});

type Access = 'read' | 'start' | 'stop' | 'steer' | 'sign' | 'account' | 'administer';
export const table: Record<Access, Partial<Record<Me['role'], 'own' | 'any'>>> = {
  read: { viewer: 'any', operator: 'any', approver: 'any', admin: 'any', caretaker: 'any' },
  start: { operator: 'any', approver: 'any', admin: 'any' },
  stop: { operator: 'own', approver: 'any', admin: 'any' },
  steer: { operator: 'own', approver: 'own', admin: 'any' },
  sign: { operator: 'own', approver: 'any', admin: 'any' },
  account: { viewer: 'own', operator: 'own', approver: 'own', admin: 'own' },
  administer: { admin: 'any', caretaker: 'any' },
};
const ofScope: Record<'read' | 'start', Access[]> = { read: ['read'], start: ['read', 'start'] };
const ranks: Me['role'][] = ['viewer', 'operator', 'approver', 'admin'];
export const isAtLeast = (role: Me['role'], needed: RoleName) => ranks.indexOf(role) >= ranks.indexOf(needed);
const keysWhere = <T>(all: Record<string, T>, is: (one: T, key: string) => boolean) =>
  Object.entries(all).flatMap(([key, one]) => (is(one, key) ? [key] : []));
export const isActive = ({ status }: ToldRun) => status === 'on_its_way' || status === 'awaiting_approval';
export const keyOf = (email: string) => email.toLowerCase();

/** Finds who asks. Null is a stranger. */
export function findMe(told: Told, { session, token, isFile }: Who): Me | null {
  if (isFile) return { id: 'file', role: 'caretaker' };
  const found = token ? told.tokens[token] : undefined;
  const id = token ? found?.person : told.sessions[session ?? ''];
  const person = told.people[id ?? ''];
  if (!id || !person) return null;
  return {
    id,
    role: person.role,
    ...(found && { scope: found.scope }),
    ...(session && !token && { session }),
  };
}

export const reach = (me: Me, access: Access) =>
  me.scope && !ofScope[me.scope].includes(access) ? undefined : table[access][me.role];
export const sees = (told: Told, me: Me, key: string) => {
  const found = told.conversations[key];
  return found !== undefined && !found.isDeleted && (!found.isPrivate || found.owner === me.id);
};
export const activeIn = (told: Told, conversation: string) =>
  Object.values(told.runs).find((run) => run.conversation === conversation && isActive(run));

export function maySign({ id, role, scope }: Me, run: ToldRun) {
  const { narrowing, isForOthers } = run;
  const isOwn = run.owner === id;
  if (scope || !table.sign[role] || run.asks === null) return false;
  if (role === 'operator' && !(isOwn && run.asks !== 'high')) return false;
  if (narrowing.role && !isAtLeast(role, narrowing.role)) return false;
  return !(isOwn && (narrowing.notRequester || isForOthers));
}
/** Who may sign in a private conversation gets its request, and nothing else of it. */
export const seesRequest = (told: Told, me: Me, run: ToldRun) =>
  sees(told, me, run.conversation) || (!told.conversations[run.conversation]?.isDeleted && maySign(me, run));

/** Says what somebody who may not do this gets, or null. */
export function refuse(me: Me, access: Access, owner?: string | null, isThere = true): 403 | 404 | null {
  const far = reach(me, access);
  if (!far || (far === 'own' && owner && isThere && owner !== me.id)) return 403;
  return isThere ? null : 404;
}

export function note(told: Told, kind: string, by: string) {
  told.audit.push(`${kind} ${by}`);
}
export function endSessions(told: Told, person: string, keep?: string) {
  for (const [key, id] of Object.entries(told.sessions))
    if (id === person && key !== keep) delete told.sessions[key];
}
export function endResets(told: Told, isMeant: (link: { by: string; person: string }) => boolean) {
  for (const [key, link] of Object.entries(told.links))
    if ('person' in link && !link.isUsed && isMeant(link)) delete told.links[key];
}
/** What an admin gave out ends when they are no admin any more. */
export function endLinks(told: Told, person: string, by: string) {
  endResets(told, (link) => link.by === person || link.person === person);
  for (const [key, link] of Object.entries(told.links))
    if ('email' in link && !link.isUsed && link.by === person) {
      delete told.links[key];
      note(told, 'invitation_withdrawn', by);
    }
}
export function stopPrivateRuns(told: Told, person: string) {
  for (const run of Object.values(told.runs))
    if (isActive(run) && told.conversations[run.conversation]?.isPrivate && run.owner === person)
      run.status = 'cancelled';
}
export const isOnlyAdmin = (told: Told, id: string) =>
  told.people[id]?.role === 'admin' &&
  Object.values(told.people).filter(({ role }) => role === 'admin').length === 1;
export const isNameTaken = (told: Told, name: string, own?: string) =>
  told.formerNames.includes(name) ||
  Object.entries(told.people).some(([id, person]) => id !== own && person.name === name);
export const hasAccount = (told: Told, email: string) =>
  Object.values(told.people).some((person) => keyOf(person.email) === keyOf(email));

export function startRun(
  told: Told,
  me: Me,
  { key, work }: Request,
  more: Pick<ToldRun, 'conversation' | 'narrowing'>,
) {
  const asks = work === 'answer' || work === 'fail' ? null : work;
  const next = work === 'fail' ? 'failed' : asks === null ? 'completed' : 'awaiting_approval';
  const run: ToldRun = {
    ...more,
    owner: me.id,
    asks,
    isForOthers: false,
    votes: [],
    status: 'on_its_way',
    next,
  };
  told.runs[`r${key}`] = run;
}

/** Lets every run go on to where it waits or ends. */
export function settle(told: Told): Told {
  const after = structuredClone(told);
  for (const run of Object.values(after.runs))
    if (run.status === 'on_its_way') {
      run.status = run.next;
      run.isForOthers = run.asks === 'high' && after.highRisk === 'other_approver';
    }
  return after;
}

/** Tells what there is to read: by everyone who is in, and by the log. */
export function tell(told: Told) {
  const waiting = Object.entries(told.runs).filter(([, { status }]) => status === 'awaiting_approval');
  const tellTo = (id: string, scope?: 'read' | 'start') => {
    const me: Me = { id, role: told.people[id]?.role ?? 'viewer' };
    const requests = waiting.filter(([, run]) => seesRequest(told, scope ? { ...me, scope } : me, run));
    // Who has signed waits for the others.
    const isMine = (run: ToldRun) => maySign(me, run) && !run.votes.includes(id);
    const [mine, others] = [true, false].map((is) => requests.filter(([, run]) => isMine(run) === is));
    return {
      role: me.role,
      conversations: keysWhere(told.conversations, (_, key) => sees(told, me, key)),
      pending: (mine ?? []).map(([key]) => key),
      others: (others ?? []).map(([key]) => key),
    };
  };
  return {
    people: Object.entries(told.people).map(([key, one]) => [key, one.name, one.email, one.role]),
    invitations: keysWhere(told.links, (link) => 'email' in link && !link.isUsed),
    audit: told.audit,
    sessions: Object.entries(told.sessions).map(([key, id]) => [key, tellTo(id)]),
    tokens: Object.entries(told.tokens).map(([key, { person, scope }]) => [key, tellTo(person, scope)]),
    runs: Object.entries(told.runs).flatMap(([key, { status, conversation }]) =>
      told.conversations[conversation]?.isDeleted ? [] : [[key, status]],
    ),
  };
}

/** Lists what most requests are about. */
export function listAlive(told: Told, kind: string): string[] {
  if (kind === 'l') return keysWhere(told.links, ({ isUsed }) => !isUsed);
  if (kind === 'a') return keysWhere(told.runs, ({ status }) => status === 'awaiting_approval');
  if (kind === 'r') return keysWhere(told.runs, (run) => isActive(run) || run.status === 'failed');
  const all: Record<string, object> = {
    s: told.sessions,
    t: told.tokens,
    p: told.people,
    c: told.conversations,
  };
  return Object.keys(all[kind] ?? {});
}
