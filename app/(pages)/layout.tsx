import type { ReactNode } from 'react';
import { readForPage } from '@/lib/server/read-for-page';
import { listApprovals } from '@/lib/use-cases/get-approvals';
import { getMe } from '@/lib/use-cases/get-me';
import { MeProvider } from '../_client/me';
import { CountersignShell } from './countersign-shell';
import { WorkspaceNames } from './workspace-names';

/** The server sends the oldest open request and the reader with the page, so that nothing appears later. */
export default async function PagesLayout({ children }: { children: ReactNode }) {
  const first = await readForPage({ action: 'approvals.read', object: null }, async ({ services, actor }) => {
    const oldest = { filter: 'pending', search: null, cursor: null, limit: 1 } as const;
    const [waiting, me] = await Promise.all([listApprovals(services, actor, oldest), getMe(services, actor)]);
    return { waiting, me };
  });
  return (
    <MeProvider fromPage={first?.me ?? null}>
      <WorkspaceNames>
        <CountersignShell firstWaiting={first?.waiting ?? null}>{children}</CountersignShell>
      </WorkspaceNames>
    </MeProvider>
  );
}
