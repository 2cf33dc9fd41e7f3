import { type Actor, namesakesOf } from '../domain/actor';
import type { Reader, SignReach } from '../domain/reader';
import { isAtLeast, roleNames } from '../domain/role';
import { risks } from '../domain/verdict';
import { findHighestRisk, findReach } from './authorize';

/**
 * Says what rows this actor reads. A program with a token reads what its person reads, and of others' private
 * conversations nothing at all, because it signs nothing.
 */
export function toReader(actor: Actor, workspaces: Reader['workspaces']): Reader {
  const { scope, ...person } = actor;
  return {
    ids: namesakesOf(actor.id),
    signs: toSignReach(person),
    seesForeignRequests: scope === undefined,
    workspaces,
  };
}

/** Says of many requests at once what `whyNotSign` says of each. */
function toSignReach(person: Actor): SignReach | null {
  const reach = findReach(person, 'sign');
  if (reach === null) return null;
  const highest = findHighestRisk(person.role);
  return {
    reach,
    risks: highest === null ? risks : risks.slice(0, risks.indexOf(highest) + 1),
    roles: roleNames.filter((role) => isAtLeast(person.role, role)),
  };
}
