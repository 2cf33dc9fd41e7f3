import type { Account } from '../../domain/account';
import { roleNames } from '../../domain/role';
import type { ActorId } from '../../shared/ids';
import type { Person } from '../ports/account-store.port';
import type { WriteTransaction } from '../ports/database';
import { readPart, readRow, refuseRow } from '../rows/read-row';
import { readRows } from '../rows/sound-rows';
import { storedRows } from '../rows/stored-rows';

type Reading = Pick<WriteTransaction, 'account' | 'actor' | 'session'>;
type Which = { actorId?: ActorId; emailKey?: string; providerId?: string };

const ofSession = storedRows.Session.pick({ actorId: true, lastSeenAt: true });

/** Reads people with their names, roles and when they were last seen, by name. Damaged ones are left out. */
export async function readPeople(client: Reading, where: Which = {}): Promise<Person[]> {
  const { items: accounts } = await readRows(client, 'Account', { where }, toAccount);
  const ids = { in: accounts.map(({ actorId }) => actorId) };
  const { items: actors } = await readRows(client, 'Actor', { where: { id: ids } }, toNamed);
  const query = { where: { actorId: ids }, select: { id: true, actorId: true, lastSeenAt: true } };
  const { items: seen } = await readRows(client, 'Session', query, (row) =>
    readPart('Session', ofSession, row),
  );
  const people = accounts.flatMap((account) => {
    const actor = actors.find(({ id }) => id === account.actorId);
    if (!actor) return [];
    const times = seen.filter(({ actorId }) => actorId === actor.id).map(({ lastSeenAt }) => lastSeenAt);
    const lastSeenAt = times.reduce<Date | null>((last, at) => (last && last > at ? last : at), null);
    return [{ ...account, name: actor.name, role: actor.role, lastSeenAt }];
  });
  return people.sort((one, other) => compare(one.name, other.name) || compare(one.actorId, other.actorId));
}

export async function readPerson(client: Reading, where: Which): Promise<Person | null> {
  return (await readPeople(client, where))[0] ?? null;
}

const { compare } = new Intl.Collator('en', { numeric: true });

function toAccount(row: object): Account {
  const { emailKey: _, ...account } = readRow('Account', row);
  return account;
}

function toNamed(row: object) {
  const { id, name, role } = readRow('Actor', row);
  const known = roleNames.find((one) => one === role);
  return { id, name, role: known ?? refuseRow('Actor', id, 'its role is none of a person') };
}
