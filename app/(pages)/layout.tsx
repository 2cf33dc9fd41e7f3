import type { ReactNode } from 'react';
import type { ApprovalList } from '@/lib/contracts/approvals';
import { getApp } from '@/lib/server/app';
import { listApprovals } from '@/lib/use-cases/get-approvals';
import { CountersignShell } from './countersign-shell';

export default async function PagesLayout({ children }: { children: ReactNode }) {
  return <CountersignShell firstWaiting={await findFirstWaiting()}>{children}</CountersignShell>;
}

/** Comes with the page, so that the strip does not push the content down later. The browser asks again and reports errors. */
async function findFirstWaiting(): Promise<ApprovalList | null> {
  const { services } = await getApp();
  const query = { filter: 'pending', search: null, cursor: null, limit: 1 } as const;
  return listApprovals(services, query).catch(() => null);
}
