import { conversationActs } from './told-conversations';
import {
  type Act,
  endLinks,
  endResets,
  endSessions,
  findMe,
  hasAccount,
  isNameTaken,
  isOnlyAdmin,
  keyOf,
  note,
  type Request,
  refuse,
  stopPrivateRuns,
  type Told,
} from './told-team';

const administered =
  (act: Act): Act =>
  (told, me, asked) =>
    refuse(me, 'administer') ?? act(told, me, asked);
const own =
  (act: Act): Act =>
  (told, me, asked) =>
    refuse(me, 'account') ?? act(told, me, asked);

/** Strangers ask for these. */
const doorActs = {
  setUp(told: Told, { isYes, email, name, password, key, who }: Request) {
    if (Object.keys(told.people).length > 0) return findMe(told, who) ? 403 : 401;
    if (!isYes) return 403;
    told.people['owner'] = { role: 'admin', email, name, password };
    told.sessions[`s${key}`] = 'owner';
    note(told, 'owner_created', 'owner');
    return 200;
  },
  signIn(told: Told, { email, password, key }: Request) {
    const tries = (told.wrongTries[keyOf(email)] ?? 0) + 1;
    if (tries > 10) return 429;
    told.wrongTries[keyOf(email)] = tries;
    const found = Object.entries(told.people).find(([, person]) => keyOf(person.email) === keyOf(email));
    if (!found || found[1].password !== password) return 403;
    delete told.wrongTries[keyOf(email)];
    told.sessions[`s${key}`] = found[0];
    return 200;
  },
  join(told: Told, { on, name, newPassword: password, key }: Request) {
    const link = told.links[on];
    if (!link || !('email' in link) || link.isUsed || hasAccount(told, link.email)) return 403;
    if (isNameTaken(told, name)) return 400;
    link.isUsed = true;
    const id = `p${key}`;
    told.people[id] = { role: link.role, email: link.email, name, password };
    told.sessions[`s${key}`] = id;
    note(told, 'person_joined', id);
    return 200;
  },
  reset(told: Told, { on, newPassword, key }: Request) {
    const link = told.links[on];
    const person = link && 'person' in link && !link.isUsed ? told.people[link.person] : undefined;
    if (!link || !('person' in link) || !person) return 403;
    link.isUsed = true;
    person.password = newPassword;
    endSessions(told, link.person);
    endResets(told, (other) => other.person === link.person);
    delete told.wrongTries[keyOf(person.email)];
    told.sessions[`s${key}`] = link.person;
    note(told, 'password_reset', link.person);
    return 200;
  },
};

/** People and programs who were let in ask for these. */
const acts = {
  me: (_told, me) => refuse(me, 'read') ?? 200,
  readSigning: (_told, me) => refuse(me, 'read') ?? 200,
  readAudit: administered(() => 200),

  invite: administered((told, me, { email, role, key }) => {
    if (hasAccount(told, email)) return 400;
    for (const [old, link] of Object.entries(told.links))
      if ('email' in link && !link.isUsed && keyOf(link.email) === keyOf(email)) delete told.links[old];
    told.links[`l${key}`] = { email, role, by: me.id, isUsed: false };
    note(told, 'person_invited', me.id);
    return 200;
  }),
  withdraw: administered((told, me, { on }) => {
    const link = told.links[on];
    if (!link || !('email' in link) || link.isUsed) return 404;
    delete told.links[on];
    note(told, 'invitation_withdrawn', me.id);
    return 200;
  }),
  makeReset: administered((told, me, { on, key }) => {
    if (!told.people[on]) return 404;
    endResets(told, (link) => link.person === on);
    told.links[`l${key}`] = { person: on, by: me.id, isUsed: false };
    note(told, 'reset_link_made', me.id);
    return 200;
  }),
  changeRole: administered((told, me, { on, role }) => {
    const person = told.people[on];
    if (!person) return 404;
    if (role !== 'admin' && isOnlyAdmin(told, on)) return 403;
    if (person.role === role) return 200;
    const wasAdmin = person.role === 'admin';
    person.role = role;
    note(told, 'person_role_changed', me.id);
    if (wasAdmin) endLinks(told, on, me.id);
    if (role === 'viewer') stopPrivateRuns(told, on);
    return 200;
  }),
  remove: administered((told, me, { on }) => {
    const person = told.people[on];
    if (on === me.id) return 403;
    if (!person) return 404;
    if (isOnlyAdmin(told, on)) return 403;
    delete told.people[on];
    told.formerNames.push(person.name);
    endSessions(told, on);
    for (const [key, token] of Object.entries(told.tokens)) if (token.person === on) delete told.tokens[key];
    endLinks(told, on, me.id);
    stopPrivateRuns(told, on);
    note(told, 'person_removed', me.id);
    return 200;
  }),
  signOutPerson: administered((told, me, { on }) => {
    if (!told.people[on]) return 404;
    endSessions(told, on);
    note(told, 'person_signed_out', me.id);
    return 200;
  }),
  changeSigning: administered((told, me, { isYes }) => {
    const highRisk = isYes ? 'other_approver' : 'approver';
    if (told.highRisk !== highRisk) note(told, 'signing_changed', me.id);
    told.highRisk = highRisk;
    return 200;
  }),
  listSessions: own(() => 200),
  renameSelf: own((told, me, { name }) => {
    const person = told.people[me.id];
    if (!person || person.name === name) return 200;
    if (isNameTaken(told, name, me.id)) return 400;
    person.name = name;
    note(told, 'person_renamed', me.id);
    return 200;
  }),
  changePassword: own((told, me, { password, newPassword }) => {
    const person = told.people[me.id];
    if (!person) return 404;
    const email = keyOf(person.email);
    const tries = (told.wrongTries[email] ?? 0) + 1;
    if (tries > 10) return 429;
    told.wrongTries[email] = tries;
    if (person.password !== password) return 400;
    delete told.wrongTries[email];
    person.password = newPassword;
    endSessions(told, me.id, me.session);
    endResets(told, (link) => link.person === me.id);
    note(told, 'password_changed', me.id);
    return 200;
  }),
  endSession: own((told, me, { on }) => {
    if (told.sessions[on] !== me.id) return 404;
    delete told.sessions[on];
    note(told, 'browser_signed_out', me.id);
    return 200;
  }),
  endOthers: own((told, me) => {
    for (const [key, id] of Object.entries(told.sessions))
      if (id === me.id && key !== me.session) note(told, 'browser_signed_out', me.id);
    endSessions(told, me.id, me.session);
    return 200;
  }),
  makeToken: own((told, me, { isYes, key }) => {
    told.tokens[`t${key}`] = { person: me.id, scope: isYes ? 'start' : 'read' };
    note(told, 'token_created', me.id);
    return 201;
  }),
  revoke: own((told, me, { on }) => {
    if (told.tokens[on]?.person !== me.id) return 404;
    delete told.tokens[on];
    note(told, 'token_revoked', me.id);
    return 200;
  }),

  ...conversationActs,
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts | keyof typeof doorActs;
export const actNames = [...Object.keys(doorActs), ...Object.keys(acts)] as ActName[];
export type Asked = Request & { act: ActName };

const reading = /^(me|read|list)/;

/** Returns the status of the answer, and what is then so. */
export function judge(before: Told, asked: Asked): { told: Told; status: number } {
  const told = structuredClone(before);
  const { act, who } = asked;
  const hasOwner = Object.keys(told.people).length > 0;
  if (act in doorActs && (hasOwner || act === 'setUp'))
    return { status: doorActs[act as keyof typeof doorActs](told, asked), told };
  const me = hasOwner ? findMe(told, who) : null;
  if (!me || act in doorActs) return { status: 401, told };
  if (me.session && !reading.test(act) && !(who.hasOrigin && who.key === 'own')) return { status: 403, told };
  return { status: acts[act as keyof typeof acts](told, me, asked), told };
}
