import { codes, matchAt } from '../characters';

/** The deepest nesting that is read. Deeper text is refused, never read in part. */
export const maxJsonDepth = 1_000;

/** One JSON value at the start offset. */
export type JsonFound = {
  ok: true;
  /** Offset just after the value. */
  end: number;
  /** Keys of the outermost object. */
  keys: Set<string>;
  /** The first key that occurs twice in one object, at any depth: two readers may disagree about its value. */
  duplicateKey: { key: string; offset: number } | null;
};

/** No JSON value at the start offset: where reading stopped, and why. */
export type JsonFault = {
  ok: false;
  code: 'truncated' | 'invalid_json' | 'too_deep';
  /** Everything before it fits the grammar. */
  offset: number;
  /** For the model: "a line break inside a string must be written as \n". */
  reason: string;
  /** The path to the value being read, for example `parameters.command`; empty at the outermost level. */
  path: string;
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

type Container = { closer: number; keys: Set<string>; key: string; index: number };

const longestPath = 8;
const shortEscapes = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));
const unicodeEscape = /\\u[\da-fA-F]{4}/y;
const cutEscape = /^\\(?:u[\da-fA-F]{0,3})?$/;
const numberCharacters = /[-+\d.eE]+/y;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const words: Record<string, string> = { t: 'true', f: 'false', n: 'null' };

class JsonScanner {
  private readonly containers: Container[] = [];
  private keys = new Set<string>();
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
    return { ok: true, end: this.at, keys: this.keys, duplicateKey: this.duplicateKey };
  }

  /** Reads a scalar or the start of a container, and the end of each container that it completes. */
  private readValue(): boolean {
    const code = this.nextCode();
    if (code !== codes.openBrace && code !== codes.openBracket)
      return this.readScalar(code) && this.endValue();
    if (this.containers.length >= maxJsonDepth)
      return this.fail('too_deep', `nested more than ${maxJsonDepth} levels deep`);
    // In ASCII, a closing bracket is two after its opening one.
    const closer = code + 2;
    this.containers.push({ closer, keys: new Set(), key: '', index: 0 });
    this.at += 1;
    if (this.nextCode() === closer) return this.endValue();
    return code === codes.openBracket || this.readKey();
  }

  private endValue(): boolean {
    for (let container = this.containers.at(-1); container; container = this.containers.at(-1)) {
      const code = this.nextCode();
      const closer = String.fromCharCode(container.closer);
      if (code !== container.closer && code !== codes.comma)
        return this.failHere(`expected "," or "${closer}"`);
      this.at += 1;
      if (code === codes.comma) {
        container.index += 1;
        if (this.nextCode() === container.closer)
          return this.failHere(`a comma before "${closer}" must be removed`);
        return container.closer === codes.closeBracket || this.readKey();
      }
      this.keys = container.keys;
      this.containers.pop();
    }
    return true;
  }

  private readKey(): boolean {
    const container = this.containers.at(-1);
    const start = this.at;
    if (this.nextCode() !== codes.quote) return this.failHere('expected a key in double quotes');
    if (!container || !this.readString()) return false;
    const literal = this.text.slice(start, this.at);
    const key = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
    if (container.keys.has(key)) this.duplicateKey ??= { key, offset: start };
    container.keys.add(key);
    container.key = key;
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
    for (let index = 0; index < word.length; index += 1, this.at += 1)
      if (this.at >= this.end || this.text[this.at] !== word[index]) return this.failHere(`expected ${word}`);
    return true;
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
        const length = shortEscapes.has(text.charCodeAt(at + 1)) ? 2 : escapeLength(text, at);
        if (length === 0 || at + length > end) return this.failAtEscape(at);
        at += length - 1;
      } else if (code < codes.space) {
        this.at = at;
        return this.fail('invalid_json', controlCharacterReason(code), true);
      }
    }
    return this.failAtEnd('a string is not closed', true);
  }

  private failAtEscape(at: number): boolean {
    const { text, end } = this;
    if (cutEscape.test(text.slice(at, Math.min(at + 6, end))))
      return this.failAtEnd('a string is not closed', true);
    this.at = at;
    const reason = `"\\${text.charAt(at + 1)}" is not an escape: a backslash is written as \\\\`;
    return this.fail('invalid_json', reason, true);
  }

  private readNumber(): boolean {
    const literal = matchAt(numberCharacters, this.text, this.at)?.[0].slice(0, this.end - this.at) ?? '';
    this.at += literal.length;
    return jsonNumber.test(literal) || this.failHere('a number is not complete');
  }

  /** Moves `at` to the next character that is not blank and returns its code, −1 at the end. */
  private nextCode(): number {
    const { text, end } = this;
    for (; this.at < end; this.at += 1) {
      const code = text.charCodeAt(this.at);
      const isBlank =
        code === codes.space ||
        code === codes.lineFeed ||
        code === codes.carriageReturn ||
        code === codes.tab;
      if (!isBlank) return code;
    }
    return -1;
  }

  /** Fails at the next character, or because there is none. */
  private failHere(expectation: string): false {
    if (this.nextCode() === -1) return this.failAtEnd('the text ends too early', false);
    const character = JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0));
    return this.fail('invalid_json', `unexpected '${character.slice(1, -1)}': ${expectation}`);
  }

  private failAtEnd(reason: string, isInString: boolean): false {
    this.at = this.end;
    return this.fail('truncated', reason, isInString);
  }

  private fail(code: JsonFault['code'], reason: string, isInString = false): false {
    const names = this.containers
      .slice(0, longestPath)
      .map(({ closer, key, index }) => (closer === codes.closeBrace ? key : index));
    const path = names.filter((name) => name !== '').join('.');
    const openContainers = this.containers.length;
    this.fault = {
      ok: false,
      code,
      offset: this.at,
      reason,
      path: path.slice(0, 100),
      openContainers,
      isInString,
    };
    return false;
  }
}

function escapeLength(text: string, at: number): number {
  return matchAt(unicodeEscape, text, at)?.[0].length ?? 0;
}

/** Says what a model must write instead. */
function controlCharacterReason(code: number): string {
  if (code === codes.lineFeed || code === codes.carriageReturn)
    return 'a line break inside a string must be written as \\n';
  if (code === codes.tab) return 'a tab inside a string must be written as \\t';
  return `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')} inside a string must be escaped`;
}
