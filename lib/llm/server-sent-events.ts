/** No provider sends larger events, so a larger one does not come from a model server. */
const maxEventCharacters = 16 * 1024 * 1024;

/** The stream does not hold server-sent events, or one of them never ends. */
export class NotEventsError extends Error {}

/**
 * Cuts a byte stream into the `data` of its server-sent events. `feed` accepts bytes split anywhere, even inside a
 * character, and drops comments (keep-alives) and other fields. `end` returns a last event without its closing blank
 * line: some servers leave it out after `[DONE]`.
 */
export class EventDecoder {
  private readonly decoder = new TextDecoder('utf-8');
  private rest = '';
  private data: string[] = [];

  feed(bytes: Uint8Array): string[] {
    return this.take(this.decoder.decode(bytes, { stream: true }));
  }

  end(): string[] {
    const events = this.take(`${this.decoder.decode()}\n`);
    return [...events, ...this.dispatch()];
  }

  private take(text: string): string[] {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > maxEventCharacters) throw new NotEventsError('An event is too large');
    const events: string[] = [];
    for (const line of lines) {
      const trimmed = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (trimmed === '') events.push(...this.dispatch());
      else if (trimmed.startsWith('data:')) this.data.push(trimmed.slice(trimmed[5] === ' ' ? 6 : 5));
    }
    return events;
  }

  private dispatch(): string[] {
    if (this.data.length === 0) return [];
    const event = this.data.join('\n');
    this.data = [];
    return [event];
  }
}
