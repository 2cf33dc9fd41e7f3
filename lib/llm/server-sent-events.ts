import { isUtf8 } from 'node:buffer';
import { EndlessAnswerError } from './server-failure';

/**
 * Allows twice the longest reply, in case a server sends it in one piece. The limit applies to the sum of the
 * bytes of an open line and the characters of complete lines.
 */
const maxEventSize = 8 * 1024 * 1024;
/**
 * Blank lines and comments keep a connection alive. A stream with this much of them and no event is no
 * model's answer.
 */
export const maxFillerBytes = 1024 * 1024;

const lineFeed = 10;
const carriageReturn = 13;

/** An event with one of these names only says that the connection is alive, unless its data is JSON. */
const signOfLife = /^(ping|pong|heartbeat|keep-?_?alive)$/i;

/**
 * `isValid` means that all bytes of the event are UTF-8; in `data`, U+FFFD replaces invalid ones. `isError`
 * means that the event is named "error", or that its data came in a field of that name. `isBare` marks lines
 * without a field that a server wrote between its events.
 */
export type ServerSentEvent = { data: string; isValid: boolean; isError: boolean; isBare?: true };

/** A bare line is no field (a word, perhaps with a colon after it), no comment and not blank. */
const bareLine = /^(?![\w-]+(:|$)|:|\s*$)/;
const maxBareCharacters = 64 * 1024;

/**
 * Cuts a byte stream into the `data` of its server-sent events. `feed` accepts bytes split anywhere, even
 * inside a character, and drops comments, other signs of life and other fields. `end` returns a last event
 * without its closing blank line, because some servers leave that line out after `[DONE]`. Other servers end
 * each event with one line break: the decoder then ends an event when the next line cannot continue its JSON.
 * Both methods throw `EndlessAnswerError` for an event or a filler without end. The time is linear in the
 * bytes, and the decoder keeps only one event.
 */
export class EventDecoder {
  /** Holds the line that has not ended yet. */
  private parts: Uint8Array[] = [];
  private partBytes = 0;
  private event: { data: string; isValid: boolean }[] = [];
  /** Says what the event's data begins with. */
  private form: 'nothing' | 'JSON' | 'words' = 'nothing';
  private isError = false;
  private isAlive = false;
  /** The name "error" came after the last line of data, so it names this event or the next one. */
  private isErrorNamed = false;
  private isAliveNamed = false;
  private eventCharacters = 0;
  private bare = '';
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

  /**
   * Converts line ends. A line may end with a line feed, a carriage return, or both, which may come in two
   * pieces.
   */
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

  /**
   * Takes complete lines, without the end of the last one. Decodes them together, because one by one takes
   * three times as long.
   */
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

  /** Returns the event that the line ends, and bare lines before it. */
  private takeLine(raw: string, isValid: boolean): ServerSentEvent[] | ServerSentEvent | null {
    const line = raw.slice(raw.startsWith('\uFEFF') ? 1 : 0);
    if (bareLine.test(line)) {
      this.noteFiller(raw.length + 1);
      this.bare += `${line}\n`.slice(0, maxBareCharacters - this.bare.length);
      return null;
    }
    const event = this.takeField(line, isValid);
    if (this.bare === '') return event;
    const bare = { data: this.bare, isValid: true, isError: false, isBare: true } as const;
    this.bare = '';
    return event ? [event, bare] : bare;
  }

  /** Returns the event that the line ends. The line is empty, or begins another event. */
  private takeField(line: string, isValid: boolean): ServerSentEvent | null {
    const colon = line.indexOf(':');
    const field = line.slice(0, Math.max(0, colon));
    const value = line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event') this.noteName(value.trim());
    // A proxy turned another server's comment into data.
    const isComment =
      field === 'data' &&
      this.form === 'nothing' &&
      !this.isError &&
      !this.isErrorNamed &&
      /^[ \t]*:/.test(value);
    const isData = (field === 'data' && !isComment) || field === 'error';
    if (isData && value.trim() !== '') this.fillerCharacters = 0;
    else this.noteFiller(line.length + 1);
    if (isData) {
      const before = this.canGoOn(value) ? null : this.dispatch();
      this.takeName();
      this.isError ||= field === 'error';
      if (this.form === 'nothing' && value.trim() !== '') this.form = beginsJson(value) ? 'JSON' : 'words';
      this.event.push({ data: value, isValid });
      this.eventCharacters += line.length;
      return before;
    }
    if (line !== '') return null;
    this.takeName();
    return this.dispatch();
  }

  private noteName(name: string): void {
    this.isErrorNamed ||= name === 'error';
    this.isAliveNamed ||= signOfLife.test(name);
  }

  private takeName(): void {
    this.isError ||= this.isErrorNamed;
    this.isAlive ||= this.isAliveNamed;
    [this.isErrorNamed, this.isAliveNamed] = [false, false];
  }

  /** After the end of a value, JSON continues only with a comma or another end. No JSON follows words. */
  private canGoOn(next: string): boolean {
    if (this.form === 'nothing') return true;
    if (this.form === 'words') return !beginsJson(next);
    return !/[}\]][ \t]*$/.test(this.event.at(-1)?.data ?? '') || /^\s*([,}\]]|$)/.test(next);
  }

  private noteFiller(characters: number): void {
    this.fillerCharacters += characters;
    if (this.fillerCharacters > maxFillerBytes) throw new EndlessAnswerError('filler');
  }

  private dispatch(): ServerSentEvent | null {
    const { event, isError, form } = this;
    const isSignOfLife = this.isAlive && !isError && form === 'words';
    [this.isError, this.isAlive, this.form] = [false, false, 'nothing'];
    if (event.length === 0) return null;
    [this.event, this.eventCharacters] = [[], 0];
    if (isSignOfLife) return null;
    const data = event.map((line) => line.data).join('\n');
    return { data, isValid: event.every((line) => line.isValid), isError };
  }
}

const beginsJson = (line: string): boolean => /^[ \t]*[{[]/.test(line);

const decode = (bytes: Uint8Array, encoding: 'utf8' | 'latin1'): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
