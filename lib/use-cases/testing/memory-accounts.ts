import type { AccountStore, CodeProblem, NewPerson, Person } from '../../db/ports/account-store.port';
import { type Invited, type OneTimeCode, type Passkey, toEmailKey } from '../../domain/account';
import { createId } from '../../shared/ids';

type Kept = OneTimeCode & { codeHash: string; isUsed: boolean };

type Needed = Pick<
  AccountStore,
  | 'find'
  | 'findByEmail'
  | 'findByProvider'
  | 'linkProvider'
  | 'joinByEmail'
  | 'addCode'
  | 'findCode'
  | 'useCode'
  | 'passkeys'
  | 'findPasskey'
  | 'addPasskey'
  | 'usePasskey'
  | 'removePasskey'
>;

/** Keeps people in memory, as the store keeps them in the database, as far as signing in needs them. */
export function createMemoryAccounts(now: () => Date) {
  const people = new Map<string, Person>();
  const codes: Kept[] = [];
  const keys = new Map<string, Passkey>();
  const add = (person: NewPerson): Person => {
    const added = { ...person, createdAt: now(), lastSeenAt: null };
    people.set(person.actorId, added);
    return added;
  };
  const findPerson = (isMeant: (person: Person) => boolean) => [...people.values()].find(isMeant) ?? null;
  const read = (codeHash: string, kind: OneTimeCode['kind']): { code: Kept } | { problem: CodeProblem } => {
    const found = codes.find((code) => code.codeHash === codeHash && code.kind === kind);
    if (!found) return { problem: 'unknown' };
    if (found.isUsed) return { problem: 'used' };
    return now() < found.expiresAt ? { code: found } : { problem: 'expired' };
  };
  const take = (codeHash: string, kind: OneTimeCode['kind']) => {
    const found = read(codeHash, kind);
    if ('code' in found) found.code.isUsed = true;
    return found;
  };
  const store: Needed = {
    find: async (actorId) => people.get(actorId) ?? null,
    findByEmail: async (email) => findPerson((person) => toEmailKey(person.email) === toEmailKey(email)),
    findByProvider: async (providerId) => findPerson((person) => person.providerId === providerId),
    async linkProvider(actorId, providerId) {
      const person = people.get(actorId);
      if (person) person.providerId = providerId;
    },
    async joinByEmail(email, person) {
      if (await store.findByEmail(email)) return { problem: 'email_taken' };
      const isFor = ({ data }: Kept) => toEmailKey((data as Invited).email) === toEmailKey(email);
      const open = codes.find((code) => code.kind === 'invitation' && !code.isUsed && isFor(code));
      if (!open) return { problem: 'unknown' };
      const used = take(open.codeHash, 'invitation');
      return 'problem' in used ? used : { person: add({ ...person, ...(open.data as Invited) }) };
    },
    async addCode({ codeHash, kind, data, expiresAt }, by) {
      const id = createId('otc');
      codes.push({ id, codeHash, kind, data, expiresAt, createdBy: by.id, createdAt: now(), isUsed: false });
      return id;
    },
    findCode: async (codeHash, kind) => read(codeHash, kind),
    useCode: async (codeHash, kind) => take(codeHash, kind),
    passkeys: async (actorId) => [...keys.values()].filter((key) => key.actorId === actorId),
    findPasskey: async (id) => keys.get(id) ?? null,
    async addPasskey(passkey, most) {
      if (keys.has(passkey.id) || (await store.passkeys(passkey.actorId)).length >= most) return false;
      keys.set(passkey.id, { ...passkey, lastUsedAt: null });
      return true;
    },
    async usePasskey(id, counter, at) {
      const key = keys.get(id);
      if (!key || !(counter > key.counter || (counter === 0 && key.counter === 0))) return false;
      keys.set(id, { ...key, counter, lastUsedAt: at });
      return true;
    },
    removePasskey: async (actorId, id) => keys.get(id)?.actorId === actorId && keys.delete(id),
  };
  // Signing in asks for nothing else of the store.
  return { accounts: store as AccountStore, add, remove: (actorId: string) => people.delete(actorId) };
}
