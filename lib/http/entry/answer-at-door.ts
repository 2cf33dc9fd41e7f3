import type { ServerResponse } from 'node:http';
import type { DoorAnswer } from '../../auth/ask-door';
import { toDoorPage, toWaitPage } from './door-page';
import { type Refusal, refusalHeaders, refuse, toErrorBody } from './refusal';

const stranger = refuse('unauthenticated', 'This client was not let in. Run npm run link for a link.');
const signedOut = refuse('unauthenticated', 'Sign in to continue.');
const ownerless = refuse('unauthenticated', 'Countersign has no owner yet. Open /setup in a browser.');
const keyless = refuse(
  'no_key',
  'This browser lost the key that every change needs. Sign in again, or open a new link: npm run link',
);

const withoutOrigin = refuse(
  'cross_origin',
  'A change by a browser names the page that it comes from. Programs send the owner’s token.',
);

type NotLetIn = Exclude<DoorAnswer, { type: 'let_in' | 'open' }>;
type Answer = { status: number; headers: Record<string, string>; body: string };

/** Answers a request that the door does not let in. `nonce` is null for a request that is not for a page. */
export function answerAtDoor(response: ServerResponse, answer: NotLetIn, nonce: string | null): void {
  send(response, toAnswer(answer, nonce));
}

/** Asks a client that came too often to wait. */
export function answerTooMany(response: ServerResponse, refusal: Refusal, nonce: string | null): void {
  const answer = toRefused(refusal);
  const toHtml = () => ({
    ...answer,
    headers: { ...answer.headers, ...html },
    body: toWaitPage(refusal.message, refusal.retryAfterSeconds ?? 1),
  });
  send(response, nonce === null ? answer : toHtml());
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'cache-control': 'no-store', ...headers, 'content-length': length });
  response.end(body);
}

function toAnswer(answer: NotLetIn, nonce: string | null): Answer {
  switch (answer.type) {
    case 'redirect':
      return {
        status: 303,
        headers: { location: answer.location, ...(answer.cookie && { 'set-cookie': answer.cookie }) },
        body: '',
      };
    case 'health':
      // A balancer without credentials sends nobody to a server that drains.
      return {
        status: answer.status === 'draining' ? 503 : 200,
        headers: json,
        body: JSON.stringify({ status: answer.status }),
      };
    case 'no_origin':
      return toRefused(withoutOrigin);
    case 'no_key':
      return toRefused(keyless);
    case 'outside':
      if (answer.why === 'signed_out') return toRefused(signedOut);
      if (answer.why === 'no_owner') return toRefused(ownerless);
      return nonce === null
        ? toRefused(stranger)
        : { status: 401, headers: html, body: toDoorPage(answer.why, nonce) };
  }
}

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };

function toRefused(refusal: Refusal): Answer {
  return { status: refusal.status, headers: refusalHeaders(refusal), body: toErrorBody(refusal) };
}
