import { codes, matchAt } from '../characters';

/** The deepest nesting that is read. Deeper text is refused, never read in part. */
export const maxJsonDepth = 1_000;

/**
 * Finds where the JSON value at `start` ends, by the grammar of RFC 8259 and nothing more lenient. It reads each
 * character once, without recursion, and builds no value: the caller passes exactly that slice to `JSON.parse`.
 */
export function scanJson(text: string, start: number): JsonScan {
  const scan = new JsonScan(text, start);
  while (scan.readValue() && scan.openContainers > 0);
  return scan;
}

type Container = { closer: number; keys: Set<string>; key: string; index: number };

const noKeys = new Set<string>();
const longestPath = 8;
const validEscape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const cutEscape = /^\\(?:u[\da-fA-F]{0,3})?$/;
const notClosed = 'a string is not closed';
const wordCharacters = /[-+.\w]*/y;
const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const cutWord = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|[-\d][-+.\deE]*)$/;

/** What was found of one JSON value. */
export class JsonScan {
  /** Why it is no JSON; null when it is. */
  fault: 'truncated' | 'invalid_json' | 'too_deep' | null = null;
  /** For the model: "a line break inside a string must be written as \n". */
  reason = '';
  isInString = false;
  /** Keys of the outermost object. */
  keys = noKeys;
  /** The first key that occurs twice in one object, at any depth: two readers may disagree about its value. */
  duplicateKey: { key: string; offset: number } | null = null;
  private readonly containers: Container[] = [];

  /** `end` is just after the value, or where reading stopped: everything before it fits the grammar. */
  constructor(
    private readonly text: string,
    public end: number,
  ) {}

  get openContainers(): number {
    return this.containers.length;
  }

  /** The path to the value being read, for example `parameters.command`; empty at the outermost level. */
  get path(): string {
    const names = this.containers
      .slice(0, longestPath)
      .map(({ keys, key, index }) => (keys === noKeys ? index : key));
    return names
      .filter((name) => name !== '')
      .join('.')
      .slice(0, 100);
  }

  /** Refuses what was read up to `end`, or up to here. */
  refuse(fault: NonNullable<JsonScan['fault']>, reason: string, end = this.end): false {
    Object.assign(this, { fault, reason, end });
    return false;
  }

  /** Reads a scalar or the start of a container, and the end of each container that it completes. */
  readValue(): boolean {
    const code = this.nextCode();
    if (code === codes.quote) return this.readString() && this.endValue();
    if (code !== codes.openBrace && code !== codes.openBracket) return this.readWord() && this.endValue();
    if (this.containers.length >= maxJsonDepth)
      return this.refuse('too_deep', `nested more than ${maxJsonDepth} levels deep`);
    // In ASCII, a closing bracket is two after its opening one.
    const closer = code + 2;
    this.containers.push({ closer, keys: code === codes.openBrace ? new Set() : noKeys, key: '', index: 0 });
    this.end += 1;
    if (this.nextCode() === closer) return this.endValue();
    return code === codes.openBracket || this.readKey();
  }

  private endValue(): boolean {
    for (let container = this.containers.at(-1); container; container = this.containers.at(-1)) {
      const code = this.nextCode();
      const closer = String.fromCharCode(container.closer);
      if (code !== container.closer && code !== codes.comma) return this.expect(`"," or "${closer}"`);
      this.end += 1;
      if (code === codes.comma) {
        container.index += 1;
        if (this.nextCode() === container.closer)
          return this.expect(`a value: a comma before "${closer}" must be removed`);
        return container.keys === noKeys || this.readKey();
      }
      this.keys = container.keys;
      this.containers.pop();
    }
    return true;
  }

  private readKey(): boolean {
    const container = this.containers.at(-1);
    if (this.nextCode() !== codes.quote) return this.expect('a key in double quotes');
    const start = this.end;
    const isRead = this.readString();
    // A key has no line breaks: what follows a broken one is not inside a string.
    this.isInString = false;
    if (!container || !isRead) return false;
    const literal = this.text.slice(start, this.end);
    const key = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
    if (container.keys.has(key)) this.duplicateKey ??= { key, offset: start };
    container.keys.add(key);
    container.key = key;
    if (this.nextCode() !== codes.colon) return this.expect('":" after a key');
    this.end += 1;
    return true;
  }

  private readWord(): boolean {
    const found = matchAt(wordCharacters, this.text, this.end)?.[0] ?? '';
    const isWord = word.test(found);
    if (isWord || cutWord.test(found)) this.end += found.length;
    return isWord || this.expect('a value');
  }

  private readString(): boolean {
    const { text } = this;
    this.isInString = true;
    for (let at = this.end + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === codes.quote) {
        this.isInString = false;
        this.end = at + 1;
        return true;
      }
      if (code === codes.backslash) {
        validEscape.lastIndex = at;
        if (!validEscape.test(text)) return this.refuseEscape(at);
        at = validEscape.lastIndex - 1;
      } else if (code < codes.space) return this.refuse('invalid_json', reasonOfControl(code), at);
    }
    return this.refuse('truncated', notClosed, text.length);
  }

  private refuseEscape(at: number): false {
    const found = this.text.slice(at, at + 6);
    if (cutEscape.test(found)) return this.refuse('truncated', notClosed, this.text.length);
    const reason = `"${found.slice(0, 2)}" is not an escape: a backslash is written as \\\\`;
    return this.refuse('invalid_json', reason, at);
  }

  /** Moves to the next character that is not blank and returns its code, NaN at the end. */
  private nextCode(): number {
    for (; ; this.end += 1) {
      const code = this.text.charCodeAt(this.end);
      if (
        code !== codes.space &&
        code !== codes.lineFeed &&
        code !== codes.carriageReturn &&
        code !== codes.tab
      )
        return code;
    }
  }

  /** Fails at the next character, or because there is none. */
  private expect(what: string): false {
    if (Number.isNaN(this.nextCode())) return this.refuse('truncated', 'the text ends too early');
    const character = JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.end) ?? 0));
    return this.refuse('invalid_json', `unexpected '${character.slice(1, -1)}': expected ${what}`);
  }
}

/** Says what a model must write instead. */
function reasonOfControl(code: number): string {
  if (code === codes.tab) return 'a tab inside a string must be written as \\t';
  const isLineBreak = code === codes.lineFeed || code === codes.carriageReturn;
  if (isLineBreak) return 'a line break inside a string must be written as \\n';
  return `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')} inside a string must be escaped`;
}
