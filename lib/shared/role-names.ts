/** Lists the roles of people, from the one that may least. They are stored and sent. */
export const roleNames = ['viewer', 'operator', 'approver', 'admin'] as const;
export type RoleName = (typeof roleNames)[number];
