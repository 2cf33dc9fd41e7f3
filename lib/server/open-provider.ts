import { createOpenIdProvider } from '../accounts/provider';
import type { OpenIdProvider } from '../accounts/provider.port';
import type { Config } from '../config/config';
import { noteSecret } from '../logging/hide-secrets';
import { log } from '../logging/log';

/** Opens the OpenID provider of a team. Returns null when there is none. The provider may still be down. */
export function openProvider({ profile, provider }: Config): OpenIdProvider | null {
  if (profile !== 'team' || provider === null) return null;
  noteSecret(provider.clientSecret, 'set_up');
  return createOpenIdProvider(provider, {
    onFailure: (reason) => log.warn({ reason }, `Somebody could not sign in with ${provider.name}`),
  });
}
