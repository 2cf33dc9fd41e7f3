/** Lists the roles of people, from the one that may least. `lib/policy/roles` says what each may do. */
export const roleNames = ['viewer', 'operator', 'approver', 'admin'] as const;
export type RoleName = (typeof roleNames)[number];

/** Tells whether an actor's role is this one or one that may more. An unknown role is none. */
export function isAtLeast(role: string, needed: RoleName): boolean {
  return roleNames.slice(roleNames.indexOf(needed)).some((name) => name === role);
}

/** A person who was removed keeps a name and has no access. */
export const removedRole = 'removed';
