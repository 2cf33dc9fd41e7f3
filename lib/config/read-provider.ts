import type { ProviderSettings } from '../accounts/provider.port';
import { isLoopbackName } from '../network/loopback-names';

type Variables = {
  [Name in 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME']?: string | undefined;
};

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const maxNameCharacters = 40;

/** Reads the provider. Returns null when no variable names one, and a text that says what is wrong with them. */
export function readProvider(variables: Variables): ProviderSettings | string | null {
  const read = (name: keyof Variables) => variables[name]?.trim() ?? '';
  const missing = needed.filter((name) => read(name) === '');
  if (missing.length === needed.length) return null;
  if (missing.length > 0)
    return `${missing.join(' and ')} must be set too: ${needed.join(', ')} together name your OpenID provider`;
  const issuer = read('OIDC_ISSUER');
  if (!isIssuer(issuer))
    return 'OIDC_ISSUER must be the https:// address of your OpenID provider, without a query. Only an address of this machine may start with http://';
  const name = read('OIDC_NAME') || 'your organization';
  if (name.length > maxNameCharacters) return `OIDC_NAME must have at most ${maxNameCharacters} characters`;
  return { issuer, clientId: read('OIDC_CLIENT_ID'), clientSecret: read('OIDC_CLIENT_SECRET'), name };
}

/** An issuer has a scheme, a host and perhaps a path: OpenID Connect Discovery 1.0, section 3. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
  return isAllowed && [username, password, search, hash].every((part) => part === '');
}
