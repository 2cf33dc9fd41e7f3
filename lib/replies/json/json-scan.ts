import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  hyphen,
  isDigit,
  openBrace,
  openBracket,
  quote,
} from '../characters';
import {
  isControlCharacter,
  isEscapable,
  isHexDigit,
  isJsonBlank,
  letterF,
  letterN,
  letterT,
  letterU,
} from './json-characters';
import { readJsonNumber } from './json-number';
import { controlCharacterReason, unexpectedReason } from './json-reasons';
import { KeysSeen } from './keys-seen';

/** The deepest nesting that is read. Deeper text is refused, never read in part. */
export const maxJsonDepth = 1_000;

/** A key that occurs twice in one object: two readers may disagree about its value. */
export type DuplicateKey = { key: string; offset: number };

/** One JSON value at the start offset. */
export type JsonFound = {
  ok: true;
  /** Offset just after the value. */
  end: number;
  /** Keys of the outermost object in order; empty for every other value. */
  keys: string[];
  /** The first key that occurs twice in the same object, at any depth. */
  duplicateKey: DuplicateKey | null;
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

type Container = { isObject: boolean; keys: KeysSeen | null; key: string; index: number };

class JsonScanner {
  private at: number;
  private readonly containers: Container[] = [];
  private outermostKeys: KeysSeen | null = null;
  private duplicateKey: DuplicateKey | null = null;
  private fault: JsonFault | null = null;

  constructor(
    private readonly text: string,
    start: number,
    private readonly end: number,
  ) {
    this.at = start;
  }

  scan(): JsonScan {
    while (this.readValue()) {
      if (this.containers.length === 0) {
        return {
          ok: true,
          end: this.at,
          keys: this.outermostKeys?.inOrder ?? [],
          duplicateKey: this.duplicateKey,
        };
      }
    }
    return this.fault ?? this.fail('invalid_json', 'no value');
  }

  /** Reads one value or the start of a container, then the end of each container it completes; false on a fault. */
  private readValue(): boolean {
    const code = this.nextCode();
    if (code === openBrace || code === openBracket) {
      if (!this.open(code === openBrace)) return false;
      const inner = this.containers.at(-1);
      if (inner && this.nextCode() !== (inner.isObject ? closeBrace : closeBracket)) {
        return inner.isObject ? this.readKey(inner) : true;
      }
    } else if (!this.readScalar(code)) {
      return false;
    }
    return this.closeOrContinue();
  }

  private open(isObject: boolean): boolean {
    if (this.containers.length >= maxJsonDepth) {
      this.fail('too_deep', `nested more than ${maxJsonDepth} levels deep`);
      return false;
    }
    this.containers.push({ isObject, keys: null, key: '', index: 0 });
    this.at += 1;
    return true;
  }

  private closeOrContinue(): boolean {
    for (;;) {
      const container = this.containers.at(-1);
      if (!container) return true;
      const code = this.nextCode();
      if (code === (container.isObject ? closeBrace : closeBracket)) {
        this.at += 1;
        this.containers.pop();
      } else if (code === comma) {
        this.at += 1;
        container.index += 1;
        return container.isObject ? this.readKey(container) : this.expectElement();
      } else {
        this.failAt(code, `expected "," or "${container.isObject ? '}' : ']'}"`);
        return false;
      }
    }
  }

  private expectElement(): boolean {
    if (this.nextCode() !== closeBracket) return true;
    this.fail('invalid_json', 'a comma before "]" must be removed');
    return false;
  }

  private readKey(container: Container): boolean {
    const code = this.nextCode();
    if (code !== quote) {
      this.failAt(
        code,
        code === closeBrace ? 'a comma before "}" must be removed' : 'expected a key in double quotes',
      );
      return false;
    }
    const keyStart = this.at;
    if (!this.readString()) return false;
    const key = decodeString(this.text.slice(keyStart, this.at));
    container.key = key;
    container.keys ??= new KeysSeen();
    if (this.containers.length === 1) this.outermostKeys = container.keys;
    if (!container.keys.add(key)) this.duplicateKey ??= { key, offset: keyStart };
    const next = this.nextCode();
    if (next !== colon) {
      this.failAt(next, 'expected ":" after a key');
      return false;
    }
    this.at += 1;
    return true;
  }

  private readScalar(code: number): boolean {
    if (code === quote) return this.readString();
    if (code === hyphen || isDigit(code)) return this.readNumber();
    if (code === letterT) return this.readWord('true');
    if (code === letterF) return this.readWord('false');
    if (code === letterN) return this.readWord('null');
    this.failAt(code, 'expected a value');
    return false;
  }

  private readString(): boolean {
    const { text, end } = this;
    let at = this.at + 1;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        return true;
      }
      if (code === backslash) {
        const length = at + 1 < end && isEscapable(text.charCodeAt(at + 1)) ? 2 : this.longEscapeLength(at);
        if (length === 0) return false;
        at += length - 1;
      } else if (isControlCharacter(code)) {
        this.at = at;
        this.fail('invalid_json', controlCharacterReason(code), true);
        return false;
      }
    }
    this.at = end;
    this.fail('truncated', 'a string is not closed', true);
    return false;
  }

  /** Length of the escape \uXXXX at `at`; 0, with the fault set, when it is not one. */
  private longEscapeLength(at: number): number {
    const { text, end } = this;
    const code = at + 1 < end ? text.charCodeAt(at + 1) : -1;
    const isUnicode = code === letterU;
    const lastHexDigit = at + 5;
    let digit = at + 2;
    while (isUnicode && digit <= lastHexDigit && digit < end && isHexDigit(text.charCodeAt(digit)))
      digit += 1;
    if (isUnicode && digit > lastHexDigit) return 6;
    const isCut = code === -1 || (isUnicode && digit >= end);
    this.at = isCut ? end : at;
    if (isCut) this.fail('truncated', 'a string is not closed', true);
    else
      this.fail(
        'invalid_json',
        `"\\${text.charAt(at + 1)}" is not an escape: a backslash is written as \\\\`,
        true,
      );
    return 0;
  }

  private readNumber(): boolean {
    const number = readJsonNumber(this.text, this.at, this.end);
    this.at = number.end;
    if (!number.isComplete) this.failAt(this.nextCode(), 'a number is not complete');
    return number.isComplete;
  }

  private readWord(word: string): boolean {
    let length = 0;
    while (
      length < word.length &&
      this.at + length < this.end &&
      this.text[this.at + length] === word[length]
    ) {
      length += 1;
    }
    this.at += length;
    if (length === word.length) return true;
    this.failAt(this.at < this.end ? this.text.charCodeAt(this.at) : -1, `expected ${word}`);
    return false;
  }

  /** Moves `at` to the next character that is not blank and returns its code, −1 at the end. */
  private nextCode(): number {
    const { text, end } = this;
    let at = this.at;
    while (at < end && isJsonBlank(text.charCodeAt(at))) at += 1;
    this.at = at;
    return at < end ? text.charCodeAt(at) : -1;
  }

  private failAt(code: number, expectation: string): void {
    if (code === -1) this.fail('truncated', 'the text ends too early');
    else
      this.fail(
        'invalid_json',
        unexpectedReason(code, String.fromCodePoint(this.text.codePointAt(this.at) ?? 0), expectation),
      );
  }

  private fail(code: JsonFault['code'], reason: string, isInString = false): JsonFault {
    this.fault = {
      ok: false,
      code,
      offset: this.at,
      reason,
      path: this.path(),
      keys: this.outermostKeys?.inOrder ?? [],
      openContainers: this.containers.length,
      isInString,
    };
    return this.fault;
  }

  private path(): string {
    const steps = this.containers
      .slice(0, 8)
      .map((container) => (container.isObject ? container.key : String(container.index)));
    return steps
      .filter((step) => step !== '')
      .join('.')
      .slice(0, 100);
  }
}

function decodeString(literal: string): string {
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}
