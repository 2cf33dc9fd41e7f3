import { codes, matchAt } from '../characters';

/** The deepest nesting that is read. Deeper text is refused, never read in part. */
export const maxJsonDepth = 1_000;

/** One JSON value at the start offset. */
export type JsonFound = {
  ok: true;
  /** Offset just after the value. */
  end: number;
  /** Keys of the outermost object in order; empty for every other value. */
  keys: string[];
  /** The first key that occurs twice in one object, at any depth: two readers may disagree about its value. */
  duplicateKey: { key: string; offset: number } | null;
};

/** No JSON value at the start offset: where reading stopped, and why. */
export type JsonFault = {
  ok: false;
  code: 'truncated' | 'invalid_json' | 'too_deep';
  /** Where reading stopped: everything before it fits the grammar. */
  offset: number;
  /** For the model: "a line break inside a string must be written as \n". */
  reason: string;
  /** The path to the value being read, for example `parameters.command`; empty at the outermost level. */
  path: string;
  keys: string[];
  /** Containers open where reading stopped. */
  openContainers: number;
  isInString: boolean;
};

export type JsonScan = JsonFound | JsonFault;

/**
 * Finds where the JSON value at `start` ends, by the grammar of RFC 8259 and nothing more lenient. It reads each
 * character once, without recursion, and builds no value: the caller passes exactly that slice to `JSON.parse`.
 */
export function scanJson(text: string, start: number, end = text.length): JsonScan {
  return new JsonScanner(text, start, end).scan();
}

type Container = { isObject: boolean; keys: Set<string>; key: string; index: number };

const longestPath = 8;
const shortEscapes = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));
const jsonBlanks = new Set<number>([codes.space, codes.lineFeed, codes.carriageReturn, codes.tab]);
const unicodeEscape = /\\u[\da-fA-F]{4}/y;
const cutEscape = /\\(?:u[\da-fA-F]{0,3})?$/;
const numberCharacters = /[-+\d.eE]+/y;
const beginningOfWord = /t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?/y;
const words: Record<string, string> = { t: 'true', f: 'false', n: 'null' };
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

class JsonScanner {
  private readonly containers: Container[] = [];
  private outermostKeys = new Set<string>();
  private duplicateKey: JsonFound['duplicateKey'] = null;
  private fault: JsonFault | null = null;

  constructor(
    private readonly text: string,
    private at: number,
    private readonly end: number,
  ) {}

  scan(): JsonScan {
    do if (!this.readValue() && this.fault) return this.fault;
    while (this.containers.length > 0);
    return { ok: true, end: this.at, keys: [...this.outermostKeys], duplicateKey: this.duplicateKey };
  }

  /** Reads one value or the start of a container, then the end of each container it completes; false on a fault. */
  private readValue(): boolean {
    const code = this.nextCode();
    if (code !== codes.openBrace && code !== codes.openBracket)
      return this.readScalar(code) && this.closeOrContinue();
    if (this.containers.length >= maxJsonDepth)
      return this.fail('too_deep', `nested more than ${maxJsonDepth} levels deep`);
    const isObject = code === codes.openBrace;
    const container: Container = { isObject, keys: new Set(), key: '', index: 0 };
    if (this.containers.length === 0) this.outermostKeys = container.keys;
    this.containers.push(container);
    this.at += 1;
    if (this.nextCode() === (isObject ? codes.closeBrace : codes.closeBracket)) return this.closeOrContinue();
    return isObject ? this.readKey(container) : true;
  }

  private closeOrContinue(): boolean {
    for (;;) {
      const container = this.containers.at(-1);
      if (!container) return true;
      const code = this.nextCode();
      if (code === (container.isObject ? codes.closeBrace : codes.closeBracket)) {
        this.at += 1;
        this.containers.pop();
      } else if (code === codes.comma) {
        this.at += 1;
        container.index += 1;
        if (container.isObject) return this.readKey(container);
        return this.nextCode() !== codes.closeBracket || this.failHere('a comma before "]" must be removed');
      } else {
        return this.failHere(`expected "," or "${container.isObject ? '}' : ']'}"`);
      }
    }
  }

  private readKey(container: Container): boolean {
    const code = this.nextCode();
    if (code === codes.closeBrace) return this.fail('invalid_json', 'a comma before "}" must be removed');
    if (code !== codes.quote) return this.failHere('expected a key in double quotes');
    const start = this.at;
    if (!this.readString()) return false;
    const literal = this.text.slice(start, this.at);
    const key = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
    container.key = key;
    if (container.keys.has(key)) this.duplicateKey ??= { key, offset: start };
    container.keys.add(key);
    if (this.nextCode() !== codes.colon) return this.failHere('expected ":" after a key');
    this.at += 1;
    return true;
  }

  private readScalar(code: number): boolean {
    if (code === codes.quote) return this.readString();
    if (code === codes.hyphen || (code >= codes.digitZero && code <= codes.digitNine))
      return this.readNumber();
    const word = words[String.fromCharCode(code)];
    if (!word) return this.failHere('expected a value');
    const length = matchAt(beginningOfWord, this.text, this.at)?.[0].length ?? 0;
    const isCut = this.at + length > this.end;
    this.at = Math.min(this.at + length, this.end);
    if (length === word.length && !isCut) return true;
    return this.failAt(this.at < this.end ? this.text.charCodeAt(this.at) : -1, `expected ${word}`);
  }

  private readString(): boolean {
    const { text, end } = this;
    for (let at = this.at + 1; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === codes.quote) {
        this.at = at + 1;
        return true;
      }
      if (code === codes.backslash) {
        const isShort = at + 1 < end && shortEscapes.has(text.charCodeAt(at + 1));
        const length = isShort ? 2 : (matchAt(unicodeEscape, text, at)?.[0].length ?? 0);
        if (length === 0 || at + length > end) return this.failAtEscape(at);
        at += length - 1;
      } else if (code < codes.space) {
        this.at = at;
        return this.fail('invalid_json', controlCharacterReason(code), true);
      }
    }
    this.at = end;
    return this.fail('truncated', 'a string is not closed', true);
  }

  private failAtEscape(at: number): boolean {
    const isCut = cutEscape.test(this.text.slice(at, Math.min(at + 6, this.end))) && at + 6 > this.end;
    this.at = isCut ? this.end : at;
    if (isCut) return this.fail('truncated', 'a string is not closed', true);
    const reason = `"\\${this.text.charAt(at + 1)}" is not an escape: a backslash is written as \\\\`;
    return this.fail('invalid_json', reason, true);
  }

  private readNumber(): boolean {
    const found = matchAt(numberCharacters, this.text, this.at)?.[0] ?? '';
    const literal = found.slice(0, this.end - this.at);
    this.at += literal.length;
    return jsonNumber.test(literal) || this.failHere('a number is not complete');
  }

  /** Moves `at` to the next character that is not blank and returns its code, −1 at the end. */
  private nextCode(): number {
    const { text, end } = this;
    for (; this.at < end; this.at += 1) {
      const code = text.charCodeAt(this.at);
      if (code > codes.space || !jsonBlanks.has(code)) return code;
    }
    return -1;
  }

  private failHere(expectation: string): false {
    return this.failAt(this.nextCode(), expectation);
  }

  /** Fails at the character, or because there is none. */
  private failAt(code: number, expectation: string): false {
    if (code === -1) return this.fail('truncated', 'the text ends too early');
    const character = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    const found = code < codes.space ? `the control character ${code}` : `'${character}'`;
    return this.fail('invalid_json', `unexpected ${found}: ${expectation}`);
  }

  private fail(code: JsonFault['code'], reason: string, isInString = false): false {
    const path = this.containers
      .slice(0, longestPath)
      .map(({ isObject, key, index }) => (isObject ? key : String(index)))
      .filter((name) => name !== '')
      .join('.')
      .slice(0, 100);
    const keys = [...this.outermostKeys];
    const openContainers = this.containers.length;
    this.fault = { ok: false, code, offset: this.at, reason, path, keys, openContainers, isInString };
    return false;
  }
}

/** Says what a model must write instead. */
function controlCharacterReason(code: number): string {
  if (code === codes.lineFeed || code === codes.carriageReturn)
    return 'a line break inside a string must be written as \\n';
  if (code === codes.tab) return 'a tab inside a string must be written as \\t';
  return `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')} inside a string must be escaped`;
}
