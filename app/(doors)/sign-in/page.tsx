import { redirect } from 'next/navigation';
import { SignInScreen } from '@/app/_features/doors/sign-in-screen';
import { toOwnPath } from '@/lib/contracts/own-path';
import { readForPage } from '@/lib/server/read-for-page';
import { getMe } from '@/lib/use-cases/get-me';

type Props = { searchParams: Promise<{ to?: string | string[] }> };

/** A person who is in already goes on to the page that the address names. */
export default async function Page({ searchParams }: Props) {
  const me = await readForPage({ action: 'account.read', object: null }, async ({ services, actor }) =>
    getMe(services, actor),
  );
  const { to } = await searchParams;
  if (me !== null) redirect(toOwnPath(typeof to === 'string' ? to : null));
  return <SignInScreen />;
}
