import * as openId from 'openid-client';
import { isLoopbackName } from '../network/loopback-names';
import type {
  OpenIdProvider,
  ProvidedPerson,
  ProviderFailure,
  ProviderSecrets,
  ProviderSettings,
} from './provider.port';

type Parts = {
  /** Hears for the log why a sign-in failed. People read only what kind of failure it was. */
  onFailure: (reason: string) => void;
  now?: () => number;
  timeoutSeconds?: number;
};

/** A provider may move its addresses. They count this long after they were read. */
const discoveredForMs = 60 * 60 * 1_000;

/**
 * Wraps openid-client. The server asks the provider for its addresses when the first person signs in, and again
 * after a failure, so it starts without the provider.
 */
export function createOpenIdProvider(settings: ProviderSettings, parts: Parts): OpenIdProvider {
  const { onFailure, now = Date.now, timeoutSeconds = 10 } = parts;
  let discovered: { configuration: Promise<openId.Configuration>; untilMs: number } | null = null;

  const discover = (): Promise<openId.Configuration> => {
    if (discovered && now() < discovered.untilMs) return discovered.configuration;
    const asked = {
      configuration: discoverProvider(settings, timeoutSeconds),
      untilMs: now() + discoveredForMs,
    };
    discovered = asked;
    asked.configuration.catch(() => {
      if (discovered === asked) discovered = null;
    });
    return asked.configuration;
  };
  const toFailure = (error: unknown): { problem: ProviderFailure } => {
    const problem = classifyFailure(error);
    if (problem !== 'provider_declined') onFailure(describeFailure(error));
    return { problem };
  };

  return {
    name: settings.name,
    async begin(redirectUri) {
      try {
        const configuration = await discover();
        const secrets: ProviderSecrets = {
          state: openId.randomState(),
          verifier: openId.randomPKCECodeVerifier(),
          nonce: openId.randomNonce(),
        };
        const url = openId.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await openId.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, secrets };
      } catch (error) {
        return toFailure(error);
      }
    },
    async finish(callback, { state, verifier, nonce }) {
      try {
        const configuration = await discover();
        const tokens = await openId.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return { person: await readPerson(configuration, tokens) };
      } catch (error) {
        return toFailure(error);
      }
    },
  };
}

function discoverProvider(
  { issuer, clientId, clientSecret }: ProviderSettings,
  timeout: number,
): Promise<openId.Configuration> {
  const address = new URL(issuer);
  const isOfThisMachine = address.protocol === 'http:' && isLoopbackName(address.hostname);
  // The library trusts TLS instead of the token's signature. A provider on this machine has no TLS.
  const execute = [
    openId.enableNonRepudiationChecks,
    ...(isOfThisMachine ? [openId.allowInsecureRequests] : []),
  ];
  return openId.discovery(address, clientId, undefined, authenticateBy(clientSecret), { execute, timeout });
}

/** A provider that lists no methods takes the secret in a header (OpenID Connect Discovery 1.0, section 3). */
function authenticateBy(secret: string): openId.ClientAuth {
  const [inBody, inHeader] = [openId.ClientSecretPost(secret), openId.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

type Tokens = Awaited<ReturnType<typeof openId.authorizationCodeGrant>>;

/** Many providers name a person's address only when they are asked once more. */
async function readPerson(configuration: openId.Configuration, tokens: Tokens): Promise<ProvidedPerson> {
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The provider sent no ID token.');
  const { iss, sub } = claims;
  const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const told =
    claims['email'] === undefined && canAsk
      ? { ...claims, ...(await openId.fetchUserInfo(configuration, tokens.access_token, sub)) }
      : claims;
  return {
    providerId: `${iss} ${sub}`,
    email: toText(told['email']),
    // Some providers send the text “true”. It is no promise of the specification, so it does not count.
    isEmailVerified: told['email_verified'] === true,
    name: toText(told['name']),
  };
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** These say that the provider cannot answer now (RFC 6749, 4.1.2.1). */
const passing = new Set(['server_error', 'temporarily_unavailable']);
/** With these, the person or the provider said no: OpenID Connect Core 1.0, section 3.1.2.6. */
const declining = new Set(['access_denied', 'login_required', 'interaction_required', 'consent_required']);

function classifyFailure(error: unknown): ProviderFailure {
  if (error instanceof openId.AuthorizationResponseError) {
    if (passing.has(error.error)) return 'provider_down';
    return declining.has(error.error) ? 'provider_declined' : 'provider_failed';
  }
  if (error instanceof openId.ResponseBodyError)
    return error.status >= 500 || passing.has(error.error) ? 'provider_down' : 'provider_failed';
  if (error instanceof openId.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT') return 'provider_down';
    return error.cause instanceof Response && error.cause.status >= 500 ? 'provider_down' : 'provider_failed';
  }
  // Node's fetch reports a connection that failed as a TypeError with the cause.
  return error instanceof TypeError && error.cause instanceof Error ? 'provider_down' : 'provider_failed';
}

/**
 * Joins what the library and the provider say. It leaves out answers and claims, which hold tokens and
 * addresses.
 */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof openId.WWWAuthenticateChallengeError) {
    const told = error.cause.map(({ parameters }) => parameters['error_description'] ?? parameters['error']);
    return ['The provider refuses this server', ...told].join(': ');
  }
  const { code, error: name, error_description: words } = error as unknown as Record<string, unknown>;
  const cause = error.cause instanceof Error ? describeFailure(error.cause) : null;
  const status = error.cause instanceof Response ? `status ${error.cause.status}` : null;
  const parts = [error.message, code, name, words, status, cause];
  return [...new Set(parts)].filter((part) => typeof part === 'string' && part !== '').join(': ');
}
