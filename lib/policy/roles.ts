import type { Risk } from '../domain/verdict';
import type { Access } from './access';

/** "own" reaches what the person started, and things that nobody owns, such as workflows. */
export type Reach = 'own' | 'any';

/** Says what a role may do and how far each kind of access reaches. A kind that is missing is denied. */
export type Role = Partial<Record<Access, Reach>> & {
  /** A person with this role signs calls up to this risk. Without it, calls of any risk. */
  signsUpTo?: Risk;
};
export type Roles = Readonly<Record<string, Role>>;

/** Lists the roles of people (`Actor.role`). */
export const builtInRoles = {
  viewer: { read: 'any', account: 'own' },
  operator: {
    read: 'any',
    start: 'any',
    stop: 'own',
    steer: 'own',
    account: 'own',
    sign: 'own',
    signsUpTo: 'medium',
  },
  approver: { read: 'any', start: 'any', stop: 'any', steer: 'own', account: 'own', sign: 'any' },
  admin: {
    read: 'any',
    start: 'any',
    stop: 'any',
    steer: 'any',
    account: 'own',
    sign: 'any',
    watch: 'any',
    administer: 'any',
  },
  /** The owner's token in a team: it signs nothing and starts nothing. */
  caretaker: { read: 'any', watch: 'any', administer: 'any' },
  /** Somebody at the door of a team's server. */
  stranger: { enter: 'any' },
} satisfies Roles;
