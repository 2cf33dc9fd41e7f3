import { isUtf8 } from 'node:buffer';
import { EndlessAnswerError } from './server-failure';

/** Twice the longest reply that is read, should a server send it in one piece. */
const maxEventBytes = 8 * 1024 * 1024;
/** Blank lines and comments keep a connection alive. This much of them without an event is no model's answer. */
export const maxFillerBytes = 1024 * 1024;

const lineFeed = 10;

/**
 * `isValid`: all of its bytes are UTF-8. Invalid ones are U+FFFD in `data`. `isError`: it is named "error", or its data came
 * in a field of that name.
 */
export type ServerSentEvent = { data: string; isValid: boolean; isError: boolean };

/**
 * Cuts a byte stream into the `data` of its server-sent events. `feed` accepts bytes split anywhere, even inside a
 * character, and drops comments (keep-alives) and other fields. `end` returns a last event without its closing blank
 * line: some servers leave it out after `[DONE]`. Both throw `EndlessAnswerError` for an event or a filling without end.
 * Time grows with the bytes, and what is kept is one event.
 */
export class EventDecoder {
  /** The line that has not ended yet. */
  private parts: Uint8Array[] = [];
  private partBytes = 0;
  private event: Omit<ServerSentEvent, 'isError'>[] = [];
  private isError = false;
  private eventBytes = 0;
  private fillerBytes = 0;

  feed(bytes: Uint8Array): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      this.hold(bytes.subarray(start, end));
      events.push(...this.takeLine());
      start = end + 1;
    }
    this.hold(bytes.subarray(start));
    return events;
  }

  end(): ServerSentEvent[] {
    return [...this.takeLine(), ...this.dispatch()];
  }

  private hold(part: Uint8Array): void {
    this.partBytes += part.length;
    if (this.eventBytes + this.partBytes > maxEventBytes) throw new EndlessAnswerError('event');
    if (part.length > 0) this.parts.push(part);
  }

  private takeLine(): ServerSentEvent[] {
    if (this.partBytes === 0) return this.takeEmptyLine();
    const bytes = Buffer.concat(this.parts);
    [this.parts, this.partBytes] = [[], 0];
    const line = bytes.toString('utf8').replace(/^\uFEFF|\r$/g, '');
    const [field, value] = /^(data|error|event): ?([\s\S]*)$/.exec(line)?.slice(1) ?? [];
    if (field === 'error' || (field === 'event' && value === 'error')) this.isError = true;
    if (value !== undefined && field !== 'event') {
      this.event.push({ data: value, isValid: isUtf8(bytes) });
      this.eventBytes += bytes.length;
      this.fillerBytes = 0;
      return [];
    }
    this.skip(bytes.length + 1);
    return line === '' ? this.dispatch() : [];
  }

  private takeEmptyLine(): ServerSentEvent[] {
    this.skip(1);
    return this.dispatch();
  }

  private skip(bytes: number): void {
    this.fillerBytes += bytes;
    if (this.fillerBytes > maxFillerBytes) throw new EndlessAnswerError('filler');
  }

  private dispatch(): ServerSentEvent[] {
    const isError = this.isError;
    this.isError = false;
    if (this.event.length === 0) return [];
    const data = this.event.map((line) => line.data).join('\n');
    const isValid = this.event.every((line) => line.isValid);
    [this.event, this.eventBytes] = [[], 0];
    return [{ data, isValid, isError }];
  }
}
