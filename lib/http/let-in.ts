import type { SignedIn } from '../contracts/accounts';

/** Answers somebody who signed in: the page keeps the key, and the browser the cookie. */
export function letIn({ cookie, key }: { cookie: string; key: string }): Response {
  const body: SignedIn = { key };
  return Response.json(body, { headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } });
}
