import type { ReactNode } from 'react';
import { readForPage } from '@/lib/server/read-for-page';
import { listApprovals } from '@/lib/use-cases/get-approvals';
import { CountersignShell } from './countersign-shell';

/** The server sends the oldest open request with the page, so that the pill is there from the start. */
export default async function PagesLayout({ children }: { children: ReactNode }) {
  const firstWaiting = await readForPage(
    { action: 'approvals.read', object: null },
    async ({ services, actor }) =>
      listApprovals(services, actor, { filter: 'pending', search: null, cursor: null, limit: 1 }),
  );
  return <CountersignShell firstWaiting={firstWaiting}>{children}</CountersignShell>;
}
