import type { Access } from './access';

/** Lists the roles of people (`Actor.role`) and the kinds of access that each one has. */
export const accessByRole = {
  admin: ['read', 'operate', 'sign', 'administer'],
} as const satisfies Record<string, readonly Access[]>;
