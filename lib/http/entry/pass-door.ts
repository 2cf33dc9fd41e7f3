import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AskedRequest, DoorAnswer } from '../../auth/ask-door';
import { findTruePeer, type TrustedProxy } from '../../network/trusted-proxy';
import { createTurns } from '../../shared/turns';
import { answerAtDoor, answerTooMany } from './answer-at-door';
import { asksForStream, type Limits } from './limits';
import { tooManyRequests, tooManyStreams } from './refusal';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type DoorParts = {
  handler: Handler;
  /** Says whether a request comes from somebody who was let in. Throws while it cannot tell. */
  askDoor: (request: AskedRequest) => Promise<DoorAnswer>;
  limits: Limits;
  trustedProxy: TrustedProxy | null;
};

/**
 * After a restart all viewers come back at once. Each needs several reads of the database before its first
 * message, and more than these would only wait for each other's connections.
 */
const openings = createTurns(20);

/**
 * Hands a request to the handler if it comes from somebody who was let in and does not ask too often, and
 * answers every other request. `nonce` is null for a request that is not for a page.
 */
export async function passDoor(
  request: IncomingMessage,
  response: ServerResponse,
  nonce: string | null,
  { askDoor, handler, limits, trustedProxy }: DoorParts,
): Promise<void> {
  const { method = '', url: target = '', headers, rawHeaders, socket } = request;
  const asked = { method, target, headers };
  const peer = findTruePeer(socket.remoteAddress ?? '', rawHeaders, trustedProxy);
  const tooMany = (waitMs: number) => answerTooMany(response, tooManyRequests(waitMs), nonce);
  const waitMs = await limits.waitBeforeDoor(asked, peer);
  if (waitMs > 0) {
    tooMany(waitMs);
    return;
  }
  const answer = await askDoor(asked);
  const stillWaitMs = await limits.waitAfterDoor(asked, answer, peer);
  response.once('finish', () =>
    limits.noteAnswer(asked, answer, peer, stillWaitMs > 0 || isBusy(response) ? null : response.statusCode),
  );
  if (stillWaitMs > 0) tooMany(stillWaitMs);
  else if (answer.type === 'open') await handler(request, response);
  else if (answer.type !== 'let_in') answerAtDoor(response, answer, nonce);
  else if (!asksForStream(asked)) await handler(request, response);
  // A client that left while the door was asked would never give its place back.
  else if (!response.destroyed) {
    const giveBack = limits.openStream(answer);
    if (giveBack === null) answerTooMany(response, tooManyStreams, nonce);
    else await beginInTurn(() => handler(request, response), response.once('close', giveBack));
  }
}

/**
 * A server where too many passwords wait asks to come back in seconds, and has tried nothing. A locked account
 * asks to come back in minutes.
 */
const isBusy = (response: ServerResponse): boolean =>
  response.statusCode === 429 && Number(response.getHeader('retry-after')) <= 10;

/** A turn ends with the headers of the answer, because its body goes on for as long as the client reads. */
async function beginInTurn(answer: () => Promise<void>, response: ServerResponse): Promise<void> {
  const answered = await openings(async () => {
    if (response.destroyed) return null;
    const begun = untilBegun(response);
    const ended = answer();
    await Promise.race([begun, ended.then(() => begun)]);
    return { ended };
  });
  await answered?.ended;
}

function untilBegun(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    const { writeHead } = response;
    response.writeHead = ((...parameters: Parameters<typeof writeHead>) => {
      resolve();
      return writeHead.apply(response, parameters);
    }) as typeof writeHead;
  });
}
