import { isUtf8 } from 'node:buffer';
import type { ModelReply } from '../models/model.port';
import { isJsonObject } from '../shared/json';
import { bytesOf } from './lean-fetch';
import { OneChoice } from './one-choice';
import { readUsage } from './read-usage';
import { ReplyBuilder } from './reply-builder';
import { findError, findWords, readError, type SaidError } from './said-error';
import { AnswerError, CutOffError, EndlessAnswerError, NotModelServerError } from './server-failure';
import { EventDecoder, maxFillerBytes, type ServerSentEvent } from './server-sent-events';
import { SilenceError, type Watch } from './watch';
import { hasBegun, isUnreadableChunk, readWireAnswer } from './wire';

/** Limits the wait for token counts and the end of the stream after the reply has finished. */
const aftermathMs = 2_000;
const drainMs = 100;
/**
 * Limits the same wait when more may follow: after a reason that came beside words, or after a word that may
 * be the server's own for the end.
 */
const doubtMs = 10_000;
const maxBodyBytes = 16 * 1024 * 1024;
/** About 300 bytes surround each piece of a long reply, and of the thoughts before it. */
const maxStreamBytes = 256 * 1024 * 1024;

type Answer = Omit<ModelReply, 'firstTokenMs'>;

/**
 * Reads one response of status 200: server-sent events, or plain JSON from servers that ignore `stream:
 * true`. Yields text as it arrives and returns the complete reply. Calls `onBegin` when a stream begins to
 * say something.
 *
 * A stream is complete in three cases: it names a known finish reason and says nothing after it; it sends
 * `[DONE]` (the reason is then `unknown`, because some local servers never name one); or it ends or falls
 * silent after a word that may be its own for the end. Any other end throws `CutOffError`.
 */
export async function* readAnswer(
  response: Response,
  watch: Watch,
  idleMs: number,
  onBegin: () => void,
): AsyncGenerator<string, Answer, undefined> {
  const chunks = readChunks(response, watch, idleMs);
  const first = await firstText(chunks);
  const type = response.headers.get('content-type') ?? '';
  // The first character tells more than the content type, because some servers send the wrong type.
  const isOther = /^\s*[<{[]/.test(first.text);
  const isNamed = type.includes('text/event-stream') && !isOther;
  const isEvents = isNamed || /^\s*(data|event|id|retry|error)?:/.test(first.text);
  if (isEvents) return yield* readEvents(first.bytes, chunks, { watch, idleMs, onBegin });
  if (!/^\s*[{[]/.test(first.text)) {
    if (first.text.trim() === '') throw new CutOffError();
    throw new NotModelServerError();
  }
  const builder = new ReplyBuilder();
  const body = await readWhole(first.bytes, chunks);
  const { answer, data } = parseWhole(body.toString('utf8'));
  builder.noteUsage(readUsage(data));
  const text = builder.add(answer, isUtf8(body));
  if (text !== '') yield text;
  return builder.toReply();
}

async function* readEvents(
  first: Uint8Array[],
  chunks: AsyncIterator<Uint8Array>,
  { watch, idleMs, onBegin }: { watch: Watch; idleMs: number; onBegin: () => void },
): AsyncGenerator<string, Answer, undefined> {
  const decoder = new EventDecoder();
  const builder = new ReplyBuilder();
  const choice = new OneChoice();
  let isDone = false;
  let hasAnswered = false;
  let hasEvents = false;
  /** Holds the last words between the chunks. They are the reason if nothing completes the reply. */
  let said: SaidError | null = null;
  let isSaidLast = false;
  let isBegun = false;
  let streamBytes = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  const readEvent = ({ data, isValid, isError, isBare }: ServerSentEvent): string => {
    if (isError) throw new AnswerError(readError(data));
    if (data.trim() === '') return '';
    if (data.startsWith('[DONE]') && !isBare) {
      isDone = true;
      return '';
    }
    const chunk = choice.keep(isBare ? parseJson(data) : parseEvent(data));
    throwIfError(chunk);
    const answer = isBare ? null : readWireAnswer(chunk);
    hasAnswered ||= answer !== null;
    hasEvents ||= isJsonObject(chunk);
    const words = answer ? null : findWords(data, chunk);
    said = words ?? said;
    isSaidLast = words !== null || (isSaidLast && !hasBegun(chunk));
    if (!isBegun && hasBegun(chunk)) {
      isBegun = true;
      onBegin();
    }
    builder.noteUsage(readUsage(chunk));
    const isLost = isBare ? readWireAnswer(chunk) !== null : isUnreadableChunk(chunk);
    const lost = isLost ? builder.addUnreadable() : '';
    const text = answer ? builder.add(answer, isValid) : lost;
    const isEnding = endsAt !== Number.POSITIVE_INFINITY;
    if (isEnding && !builder.isSurelyFinished && hasBegun(chunk)) endsAt = Number.POSITIVE_INFINITY;
    return text;
  };
  const restMs = (): number => {
    if (isDone) return drainMs;
    if (builder.isSurelyFinished) return aftermathMs;
    return builder.isCompleteAtEnd ? Math.min(doubtMs, idleMs) : Number.POSITIVE_INFINITY;
  };
  const receive = async (): Promise<Uint8Array | null> => {
    const [now, rest] = [performance.now(), restMs()];
    // The first end counts, so that later pings do not delay it. Words and thoughts after a doubtful end
    // cancel it.
    endsAt = rest === Number.POSITIVE_INFINITY ? rest : Math.min(endsAt, now + rest);
    if (now >= endsAt) return null;
    if (endsAt !== Number.POSITIVE_INFINITY) watch.heard(endsAt - now);
    const next = await chunks.next();
    if (next.done) return null;
    streamBytes += next.value.length;
    if (streamBytes > maxStreamBytes) throw new EndlessAnswerError('answer');
    return next.value;
  };
  const waiting = [...first];
  try {
    for (let isOver = false; !isOver && !builder.isTooLong; ) {
      const bytes = waiting.shift() ?? (await receive());
      isOver = bytes === null;
      // The reader passes on the text of one piece in one piece, even when an error follows in it.
      let text = '';
      try {
        for (const event of bytes ? decoder.feed(bytes) : decoder.end())
          if (!isDone) text += readEvent(event);
      } finally {
        if (text !== '') yield text;
      }
    }
  } catch (caught) {
    const isSilence = caught instanceof SilenceError && builder.isCompleteAtEnd;
    const isBroken = caught instanceof SilenceError || caught instanceof CutOffError;
    if (isBroken) for (const event of decoder.end()) if (event.isBare) readEvent(event);
    if (!isDone && !builder.isFinished && !isSilence) throw isBroken && said ? new AnswerError(said) : caught;
  }
  // The end of the stream does not end each of its choices, and some servers send the same end after an
  // error.
  const isEnded = isDone && !choice.isOneOfSeveral && !isSaidLast;
  const isComplete = hasAnswered && (builder.isCompleteAtEnd || isEnded);
  if (!isComplete && said) throw new AnswerError(said);
  if (!hasAnswered && (isDone || hasEvents)) throw new NotModelServerError();
  if (!isComplete) throw new CutOffError();
  return builder.toReply();
}

/** Returns undefined for words. */
function parseEvent(event: string): unknown {
  const data = parseJson(event);
  // An event that begins like JSON and is no JSON was cut off.
  if (data === undefined && /^\s*[{[]/.test(event)) throw new CutOffError();
  return data;
}

function parseWhole(text: string) {
  const data = new OneChoice().keep(parseJson(text.replace(byteOrderMark, '')));
  if (data === undefined) throw new CutOffError();
  throwIfError(data);
  const answer = readWireAnswer(data);
  if (!answer?.choice) throw new NotModelServerError();
  return { answer, data };
}

function throwIfError(data: unknown): void {
  const said = findError(data);
  if (said) throw new AnswerError(said);
}

/** Reads just enough bytes to recognize the kind of response. Drops the blanks before it. */
async function firstText(chunks: AsyncIterator<Uint8Array>): Promise<{ text: string; bytes: Uint8Array[] }> {
  const bytes: Uint8Array[] = [];
  let [marks, blanks] = [0, 0];
  while (marks < leastMarks) {
    const next = await chunks.next();
    if (next.done) break;
    for (const byte of next.value) {
      if (byte > space) marks += 1;
      else blanks += 1;
      if (marks === leastMarks) break;
    }
    if (marks > 0) bytes.push(next.value);
    if (marks < leastMarks && blanks > maxFillerBytes) throw new EndlessAnswerError('filler');
  }
  return {
    text: Buffer.concat(bytes).toString('utf8').replace(byteOrderMark, ''),
    bytes,
  };
}

/** Counts the bytes of a byte order mark and of the longest field name with its colon, and some more. */
const leastMarks = 3 + 8;
const space = 32;
const byteOrderMark = /^\uFEFF/;

async function readWhole(first: Uint8Array[], chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts = [...first];
  let size = parts.reduce((sum, bytes) => sum + bytes.length, 0);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    size += next.value.length;
    if (size > maxBodyBytes) throw new EndlessAnswerError('answer');
    parts.push(next.value);
  }
  return Buffer.concat(parts);
}

/**
 * Yields the body's bytes. Throws `CutOffError` when the connection breaks, and the watch's reason for
 * silence or a stop.
 */
async function* readChunks(
  response: Response,
  watch: Watch,
  idleMs: number,
): AsyncGenerator<Uint8Array, undefined> {
  const bytes = bytesOf(response)?.[Symbol.asyncIterator]();
  if (!bytes) return;
  try {
    for (;;) {
      const { done, value } = await watch.guard(bytes.next());
      if (done) break;
      watch.heard(idleMs);
      yield value;
    }
    watch.noteClosed();
  } catch (caught) {
    if (watch.signal.aborted) throw watch.signal.reason;
    throw new CutOffError('The connection broke', { cause: caught });
  } finally {
    bytes.return?.().catch(() => {});
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
