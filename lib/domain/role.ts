import { type RoleName, roleNames } from '../shared/role-names';

/** `lib/policy/roles` says what each role may do. */
export { type RoleName, roleNames };

/** Tells whether an actor's role is this one or one that may more. An unknown role is none. */
export function isAtLeast(role: string, needed: RoleName): boolean {
  return roleNames.slice(roleNames.indexOf(needed)).some((name) => name === role);
}

/** A person who was removed keeps a name and has no access. */
export const removedRole = 'removed';
