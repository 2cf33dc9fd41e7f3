import type { Access } from './access';

/** "own" reaches what the person started, and things that nobody owns, such as workflows. */
export type Reach = 'own' | 'any';
export type Roles = Readonly<Record<string, Partial<Record<Access, Reach>>>>;

/** Lists the roles of people (`Actor.role`): the kinds of access that each one has, and how far they reach. */
export const builtInRoles = {
  admin: { read: 'any', operate: 'any', sign: 'any', administer: 'any' },
} satisfies Roles;
