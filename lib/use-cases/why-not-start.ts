import type { Actor } from '../domain/actor';
import { isAtLeast, roleNames } from '../domain/role';
import type { Signers } from '../domain/signers';
import { findReaches } from '../policy/authorize';
import { AppError } from '../shared/app-error';

/**
 * Returns why this actor may not start a workflow, by their role or by the workflow's file, in a sentence for that
 * person, or null.
 */
export function whyNotStart(actor: Actor, signers: Signers | null): string | null {
  const { scope: _, ...person } = actor;
  if (findReaches(person).start === null) return 'Your role can only read. An operator can start this.';
  const role = signers?.startedBy;
  if (role === undefined || isAtLeast(actor.role, role)) return null;
  const able = roleNames.filter((name) => isAtLeast(name, role));
  return `Only people with the role ${able.join(' or ')} can start this workflow.`;
}

/** Throws `forbidden` with the reason when this actor may not start a workflow. */
export function requireMayStart(actor: Actor, signers: Signers | null): void {
  const reason = whyNotStart(actor, signers);
  if (reason !== null) throw new AppError('forbidden', reason);
}
