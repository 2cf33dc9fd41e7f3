import * as z from 'zod/mini';
import {
  providerVisitLastsMs,
  readProviderCookie,
  toClearedProviderCookie,
  toProviderCookie,
} from '../auth/provider-cookie';
import { createSecret, hashSecret, isSameSecret } from '../auth/secret-text';
import { toOwnPath } from '../contracts/own-path';
import type { ProviderProblem } from '../contracts/provider-problems';
import type { Actor } from '../domain/actor';
import { portOf } from '../network/port-of';
import { AppError } from '../shared/app-error';
import type { Services } from './services';
import { findProvidedPerson } from './sign-in-by-provider';

type Parts = Pick<Services, 'accounts' | 'clock' | 'door' | 'installation' | 'provider'>;

/** The browser goes to `location`, which is another server's or a path of this one. */
type Redirected = { location: string; cookies: readonly string[] };

/** What a visit keeps while the person is at the provider. */
const visitShape = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  browserHash: z.string(),
  to: z.string(),
  invitationHash: z.nullable(z.string()),
});
type Visit = z.infer<typeof visitShape>;

/** The browser asks for this path, and comes back to `callbackPath`. */
const startPath = '/api/door/provider';
const callbackPath = `${startPath}/callback`;

/**
 * Sends a browser to the OpenID provider. The query says with `to` where it goes afterward, and with `invitation`
 * which link it came with, by the hash of its code: a log of a proxy may have this address. `host` is the one of
 * the request.
 */
export async function beginAtProvider(
  { accounts, clock, installation, ...services }: Parts,
  actor: Actor,
  { query, host }: { query: URLSearchParams; host: string | null },
): Promise<Redirected> {
  const provider = requireProvider(services);
  const place = findPlace(installation);
  const to = toOwnPath(query.get('to'));
  // The provider leads back to one address. The cookie of a browser at another one would be missing there. A proxy
  // may write another host, so this happens once.
  if (host?.toLowerCase() !== place.host && !query.has('moved')) {
    const moved = new URLSearchParams([...query, ['moved', '1']]);
    return { location: `${place.address}${startPath}?${moved}`, cookies: [] };
  }
  const begun = await provider.begin(place.address + callbackPath);
  if ('problem' in begun) return toProblem(begun.problem, to, []);
  const browser = createSecret();
  const visit: Visit = {
    ...begun.secrets,
    browserHash: hashSecret(browser),
    to,
    invitationHash: /^[\da-f]{64}$/.exec(query.get('invitation') ?? '')?.[0] ?? null,
  };
  const expiresAt = new Date(clock.now().getTime() + providerVisitLastsMs);
  const codeHash = hashSecret(visit.state);
  await accounts.addCode({ codeHash, kind: 'provider', data: visit, expiresAt }, actor);
  return { location: begun.url, cookies: [toProviderCookie(browser, place)] };
}

/** Lets a browser in that comes back from the provider, or sends it to the sign-in page with a problem. */
export async function finishAtProvider(
  { accounts, clock, door, installation, ...services }: Parts,
  _actor: Actor,
  { query, cookie, device }: { query: URLSearchParams; cookie: string | null; device: string },
): Promise<Redirected> {
  const provider = requireProvider(services);
  const place = findPlace(installation);
  const codeHash = hashSecret(query.get('state') ?? '');
  const begun = await accounts.findCode(codeHash, 'provider', clock.now());
  if ('problem' in begun) return toProblem(`sign_in_${begun.problem}`, '/', []);
  const { success: isWhole, data: visit } = visitShape.safeParse(begun.code.data);
  if (!isWhole) return toProblem('sign_in_unknown', '/', []);
  const browser = readProviderCookie(cookie, place.port);
  // Without this, somebody could sign another person's browser in as themselves.
  if (browser === null || !isSameSecret(hashSecret(browser), visit.browserHash))
    return toProblem('other_browser', visit.to, []);
  const used = await accounts.takeCode(codeHash, 'provider', clock.now());
  if ('problem' in used) return toProblem(`sign_in_${used.problem}`, visit.to, []);
  const cookies = [toClearedProviderCookie(place)];
  const callback = new URL(place.address + callbackPath);
  callback.search = query.toString();
  const finished = await provider.finish(callback, visit);
  if ('problem' in finished) return toProblem(finished.problem, visit.to, cookies);
  const parts = { accounts, clock, providerName: provider.name };
  const found = await findProvidedPerson(parts, finished.person, visit.invitationHash);
  if ('problem' in found) return toProblem(found.problem, visit.to, cookies);
  const { cookie: session, key } = await door.letIn(found.actorId, device);
  // A browser that comes from another site withholds the new cookie, and this page needs none. No server gets
  // the fragment.
  return { location: `${toSignIn({ to: visit.to })}#key=${key}`, cookies: [...cookies, session] };
}

function requireProvider({ provider }: Pick<Services, 'provider'>) {
  if (provider === null) throw new AppError('not_found', 'This team has no OpenID provider.');
  return provider;
}

function findPlace({ publicUrl, localAddress }: Services['installation']) {
  const address = publicUrl ?? localAddress();
  const { host, protocol } = new URL(address);
  return { address, host, port: portOf(address), isSecure: protocol === 'https:' };
}

const toProblem = (problem: ProviderProblem, to: string, cookies: readonly string[]): Redirected => ({
  location: toSignIn({ problem, to }),
  cookies,
});

function toSignIn({ problem, to }: { problem?: ProviderProblem; to: string }): string {
  const query = new URLSearchParams({ ...(problem && { problem }), ...(to !== '/' && { to }) });
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in';
}
