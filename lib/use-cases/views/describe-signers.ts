import type { Signers } from '../../domain/signers';

/**
 * Says whom a workflow's file asks for signatures: "2 approvers or admins, but not who started the run". Returns
 * null when it asks for nobody special.
 */
export function describeSigners({ role, count, notRequester }: Signers): string | null {
  if (role === null && count === 1 && !notRequester) return null;
  const who = describePeople(role, count);
  return notRequester ? `${who}, but not who started the run` : who;
}

function describePeople(role: Signers['role'], count: number): string {
  if (count === 1) {
    if (role === null) return 'Anyone who may sign';
    if (role === 'admin') return 'An admin';
    return role === 'operator' ? 'An operator, approver or admin' : 'An approver or admin';
  }
  if (role === null) return `${count} people`;
  if (role === 'admin') return `${count} admins`;
  return role === 'operator' ? `${count} operators, approvers or admins` : `${count} approvers or admins`;
}
