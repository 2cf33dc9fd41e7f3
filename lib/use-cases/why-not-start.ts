import type { Actor } from '../domain/actor';
import { isAtLeast } from '../domain/role';
import type { Signers } from '../domain/signers';

/** Returns why this actor may not start a workflow, as its file says, in a sentence for that person, or null. */
export function whyNotStart(actor: Actor, signers: Signers | null): string | null {
  const role = signers?.startedBy;
  if (role === undefined || isAtLeast(actor.role, role)) return null;
  return `This workflow can be started by people with the role ${role}, or one that may more.`;
}
