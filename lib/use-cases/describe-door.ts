import { hasPasskeysAt } from '../accounts/passkey-place';
import type { DoorView } from '../contracts/accounts';
import type { Actor } from '../domain/actor';
import { placeOf } from './passkeys';
import type { Services } from './services';

/** Says to a stranger how people come in. `host` is the one of the request. */
export async function describeDoor(
  { accounts, provider, installation }: Pick<Services, 'accounts' | 'provider' | 'installation'>,
  _actor: Actor,
  { host }: { host: string | null },
): Promise<DoorView> {
  const stage = (await accounts.hasOwner()) ? 'sign_in' : 'setup';
  return { stage, provider: provider?.name ?? null, hasPasskeys: hasPasskeysAt(placeOf(installation), host) };
}
