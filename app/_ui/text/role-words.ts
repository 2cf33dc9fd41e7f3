import type { RoleName } from '@/lib/contracts/accounts';

/** Says what each role of a person may do, from the least to the most. */
export const roleWords: Readonly<Record<RoleName, { label: string; sentence: string }>> = {
  viewer: { label: 'Viewer', sentence: 'Reads, but starts and signs nothing.' },
  operator: { label: 'Operator', sentence: 'Starts runs, and signs their actions of low and medium risk.' },
  approver: { label: 'Approver', sentence: 'Starts and stops runs, and signs what any run asks for.' },
  admin: { label: 'Admin', sentence: 'Does what an approver does, changes the settings and manages people.' },
};
