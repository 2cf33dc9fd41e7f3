import { isUtf8 } from 'node:buffer';
import { EndlessAnswerError } from './server-failure';

/** Twice the longest reply that is read, should a server send it in one piece. Bytes of an open line count with characters of complete ones. */
const maxEventSize = 8 * 1024 * 1024;
/** Blank lines and comments keep a connection alive. This much of them without an event is no model's answer. */
export const maxFillerBytes = 1024 * 1024;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * `isValid`: all of its bytes are UTF-8. Invalid ones are U+FFFD in `data`. `isError`: it is named "error", or its data came
 * in a field of that name, or on a line without a field.
 */
export type ServerSentEvent = { data: string; isValid: boolean; isError: boolean };

/**
 * Cuts a byte stream into the `data` of its server-sent events. `feed` accepts bytes split anywhere, even inside a
 * character, and drops comments (keep-alives) and other fields. `end` returns a last event without its closing blank
 * line: some servers leave it out after `[DONE]`. Others end each event with one line break: there, an event ends where the next
 * line cannot go on with its JSON. Both throw `EndlessAnswerError` for an event or a filling without end.
 * Time grows with the bytes, and what is kept is one event.
 */
export class EventDecoder {
  /** The line that has not ended yet. */
  private parts: Uint8Array[] = [];
  private partBytes = 0;
  private event: Omit<ServerSentEvent, 'isError'>[] = [];
  private isError = false;
  /** It was named since the last line of data: the name is of this event, or of the next one. */
  private isErrorNamed = false;
  private eventCharacters = 0;
  private fillerCharacters = 0;
  private isAfterReturn = false;

  feed(sent: Uint8Array): ServerSentEvent[] {
    const bytes = this.toLineFeeds(sent);
    const firstEnd = bytes.indexOf(lineFeed);
    if (firstEnd < 0) {
      this.hold(bytes);
      return [];
    }
    this.hold(bytes.subarray(0, firstEnd));
    const events = this.takeLines(this.release());
    const lastEnd = bytes.lastIndexOf(lineFeed);
    const others = lastEnd > firstEnd ? this.takeLines(bytes.subarray(firstEnd + 1, lastEnd)) : [];
    this.hold(bytes.subarray(lastEnd + 1));
    return [...events, ...others];
  }

  end(): ServerSentEvent[] {
    return [...this.takeLines(this.release()), ...this.takeLines(new Uint8Array())];
  }

  /** Lines may end with a line feed, a carriage return, or both, which may come in two pieces. */
  private toLineFeeds(sent: Uint8Array): Uint8Array {
    const isSecondHalf = this.isAfterReturn && sent[0] === lineFeed;
    if (sent.length > 0) this.isAfterReturn = sent.at(-1) === carriageReturn;
    const bytes = isSecondHalf ? sent.subarray(1) : sent;
    if (!bytes.includes(carriageReturn)) return bytes;
    return Buffer.from(decode(bytes, 'latin1').replaceAll(/\r\n?/g, '\n'), 'latin1');
  }

  private hold(part: Uint8Array): void {
    this.partBytes += part.length;
    if (this.eventCharacters + this.partBytes > maxEventSize) throw new EndlessAnswerError('event');
    if (part.length > 0) this.parts.push(part);
  }

  private release(): Uint8Array {
    const [only] = this.parts;
    const bytes = only && this.parts.length === 1 ? only : Buffer.concat(this.parts);
    [this.parts, this.partBytes] = [[], 0];
    return bytes;
  }

  /** Complete lines, without the end of the last one. They are decoded together: one by one takes three times as long. */
  private takeLines(bytes: Uint8Array): ServerSentEvent[] {
    if (isUtf8(bytes))
      return decode(bytes, 'utf8')
        .split('\n')
        .flatMap((line) => this.takeLine(line, true) ?? []);
    return decode(bytes, 'latin1')
      .split('\n')
      .map((line) => Buffer.from(line, 'latin1'))
      .flatMap((line) => this.takeLine(decode(line, 'utf8'), isUtf8(line)) ?? []);
  }

  /** The event that the line ends: it is an empty one, or begins another event. */
  private takeLine(raw: string, isValid: boolean): ServerSentEvent | null {
    const line = raw.slice(raw.startsWith('\uFEFF') ? 1 : 0);
    const colon = line.indexOf(':');
    const field = line.slice(0, Math.max(0, colon));
    // An error that a server writes between its events, without a field.
    const isBareError = field === '{"error"';
    const value = isBareError ? line : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event' && value === 'error') this.isErrorNamed = true;
    const isData = field === 'data' || field === 'error' || isBareError;
    if (isData && value.trim() !== '') this.fillerCharacters = 0;
    else this.noteFiller(raw.length + 1);
    if (isData) {
      const last = this.event.at(-1);
      const before = last && !canGoOn(last.data, value) ? this.dispatch() : null;
      this.isError ||= this.isErrorNamed || field === 'error' || isBareError;
      this.isErrorNamed = false;
      this.event.push({ data: value, isValid });
      this.eventCharacters += line.length;
      return before;
    }
    if (line !== '') return null;
    this.isError ||= this.isErrorNamed;
    this.isErrorNamed = false;
    return this.dispatch();
  }

  private noteFiller(characters: number): void {
    this.fillerCharacters += characters;
    if (this.fillerCharacters > maxFillerBytes) throw new EndlessAnswerError('filler');
  }

  private dispatch(): ServerSentEvent | null {
    const { event, isError } = this;
    this.isError = false;
    if (event.length === 0) return null;
    [this.event, this.eventCharacters] = [[], 0];
    const data = event.map((line) => line.data).join('\n');
    return { data, isValid: event.every((line) => line.isValid), isError };
  }
}

/** In JSON, nothing that begins with a brace or a bracket follows the end of another value. */
const canGoOn = (line: string, next: string): boolean =>
  !/^[ \t]*[{[]/.test(next) || !/[}\]][ \t]*$/.test(line);

const decode = (bytes: Uint8Array, encoding: 'utf8' | 'latin1'): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
