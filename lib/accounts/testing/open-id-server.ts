import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Holds the claims of who signs in at the provider next, or says that they refuse to. */
type Visitor = { sub: string; [claim: string]: unknown } | 'declines';

export const testClient = { clientId: 'countersign', clientSecret: 'a secret of at least 32 characters' };

/**
 * Starts a real OpenID provider on this machine. Its sign-in page signs `visitor` in at once. `stop` and
 * `start` end it and bring it back at the same address. `changes` are parts of the provider’s configuration.
 */
export async function startOpenIdServer(
  redirectUri: string,
  changes: Record<string, unknown> = {},
  host: 'localhost' | '127.0.0.1' = 'localhost',
) {
  const listener = { current: await listen(0, host) };
  const port = (listener.current.address() as AddressInfo).port;
  const issuer = `http://${host}:${port}`;
  const state: { visitor: Visitor; requests: string[] } = {
    visitor: { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' },
    requests: [],
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['one', 'two'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => state.visitor }),
    async loadExistingGrant(context: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const { client: asking, session } = context.oidc;
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...changes,
  });
  const answer = provider.callback();
  const attach = (server: Server) =>
    server.on('request', async (request, response) => {
      state.requests.push(`${request.method} ${request.url?.split('?', 1)[0]}`);
      if (!request.url?.startsWith('/sign-in/')) return answer(request, response);
      const result =
        state.visitor === 'declines'
          ? { error: 'access_denied', error_description: 'The person said no' }
          : { login: { accountId: state.visitor.sub } };
      await provider.interactionFinished(request, response, result);
    });
  attach(listener.current);
  const stop = () =>
    new Promise<void>((resolve) => {
      listener.current.close(() => resolve());
      listener.current.closeAllConnections();
    });
  return {
    issuer,
    state,
    stop,
    async start() {
      listener.current = await listen(port, host);
      attach(listener.current);
    },
  };
}

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

/** Follows redirects at the provider as a new browser does. Returns the address outside of it where they lead. */
export async function walkThrough(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let step = 0; url.origin === issuer; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null || step > 10)
      throw new Error(`The provider answers ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
