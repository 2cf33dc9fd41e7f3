import type { ReactNode } from 'react';
import { readForPage } from '@/lib/server/read-for-page';
import { getAccount } from '@/lib/use-cases/account';
import { listApprovals } from '@/lib/use-cases/get-approvals';
import { getMe } from '@/lib/use-cases/get-me';
import { MeProvider } from '../_client/me';
import { SignedInPersonProvider } from '../_client/signed-in-person';
import { CountersignShell } from './countersign-shell';

/** The server sends the oldest open request and the reader with the page, so that nothing appears later. */
export default async function PagesLayout({ children }: { children: ReactNode }) {
  const [first, person] = await Promise.all([
    readForPage({ action: 'approvals.read', object: null }, async ({ services, actor }) => {
      const oldest = { filter: 'pending', search: null, cursor: null, limit: 1 } as const;
      const [waiting, me] = await Promise.all([
        listApprovals(services, actor, oldest),
        getMe(services, actor),
      ]);
      return { waiting, me };
    }),
    // Nobody has an account in the local profile, and a program has none either: the answer is null.
    readForPage({ action: 'account.read', object: null }, async ({ services, actor }) => {
      const { name, email } = await getAccount(services, actor, { host: null });
      return { name, email };
    }),
  ]);
  return (
    <MeProvider fromPage={first?.me ?? null}>
      <SignedInPersonProvider person={person}>
        <CountersignShell firstWaiting={first?.waiting ?? null}>{children}</CountersignShell>
      </SignedInPersonProvider>
    </MeProvider>
  );
}
