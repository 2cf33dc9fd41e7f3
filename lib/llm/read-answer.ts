import { isUtf8 } from 'node:buffer';
import { isJsonObject } from '../shared/json';
import { bytesOf } from './lean-fetch';
import type { ModelReply } from './model.port';
import { OneChoice } from './one-choice';
import { readUsage } from './read-usage';
import { ReplyBuilder } from './reply-builder';
import { findError, findWords, readError, type SaidError } from './said-error';
import { AnswerError, CutOffError, EndlessAnswerError, NotModelServerError } from './server-failure';
import { EventDecoder, maxFillerBytes, type ServerSentEvent } from './server-sent-events';
import { SilenceError, type Watch } from './watch';
import { hasBegun, isUnreadableChunk, readWireAnswer } from './wire';

/** How long to wait for token counts and the end of the stream after the reply has finished. */
const aftermathMs = 2_000;
const drainMs = 100;
/** The same where more may follow: after a reason that came beside words, or a word that may be the server's own for the end. */
const doubtMs = 10_000;
const maxBodyBytes = 16 * 1024 * 1024;
/** Each piece of a long reply, and of the thoughts before it, comes with some 300 bytes around it. */
const maxStreamBytes = 256 * 1024 * 1024;

type Answer = Omit<ModelReply, 'firstTokenMs'>;

/**
 * Reads one response of status 200: server-sent events, or plain JSON from servers that ignore `stream: true`. Yields
 * text as it arrives and returns the complete reply. `onBegin` is called when a stream begins to say something.
 *
 * A stream is complete when it names a known finish reason, after which nothing is said, or sends `[DONE]` (the reason is then `unknown`:
 * some local servers never name one), or ends or falls silent after a word that may be its own for the end. Any other end is
 * cut off: `CutOffError`.
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
  // The first mark tells more than the type: some servers give the wrong one.
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
  /** What was said last between the chunks. It is the reason if nothing completes the reply. */
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
    // The first end counts: pings after it must not put it off. Words and thoughts after a doubtful one take it back.
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
      // What came in one piece is passed on in one piece, also when an error follows in it.
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
  // The end of the stream is not the end of each of its choices, and some servers end it after an error in the same way.
  const isEnded = isDone && !choice.isOneOfSeveral && !isSaidLast;
  const isComplete = hasAnswered && (builder.isCompleteAtEnd || isEnded);
  if (!isComplete && said) throw new AnswerError(said);
  if (!hasAnswered && (isDone || hasEvents)) throw new NotModelServerError();
  if (!isComplete) throw new CutOffError();
  return builder.toReply();
}

/** Undefined: words. */
function parseEvent(event: string): unknown {
  const data = parseJson(event);
  // A chunk that is no JSON was cut.
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

/** Reads just enough bytes to recognize the kind of response. Drops blanks in front of it. */
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

/** Those of a byte order mark, the longest name of a field with its colon, and some more. */
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

/** Yields the body's bytes. A broken connection throws `CutOffError`; silence and a stop throw the watch's reason. */
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
