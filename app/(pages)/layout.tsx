import type { ReactNode } from 'react';
import { readForPage } from '@/lib/server/read-for-page';
import { listApprovals } from '@/lib/use-cases/get-approvals';
import { CountersignShell } from './countersign-shell';

/** The oldest open request comes with the page, so that the strip does not push the content down later. */
export default async function PagesLayout({ children }: { children: ReactNode }) {
  const firstWaiting = await readForPage(
    { action: 'approvals.read', object: null },
    async ({ services, actor }) =>
      listApprovals(services, actor, { filter: 'pending', search: null, cursor: null, limit: 1 }),
  );
  return <CountersignShell firstWaiting={firstWaiting}>{children}</CountersignShell>;
}
