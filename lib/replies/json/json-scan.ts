import { matchEnd } from '../characters';
import { nameFault } from './name-fault';

/** The scan refuses deeper text and never reads a part of it. */
export const maxJsonDepth = 1_000;

/**
 * Finds where the JSON value at `start` ends, strictly by RFC 8259. Reads each character once; `JSON.parse`
 * builds the value.
 */
export function scanJson(text: string, start: number): JsonScan {
  const scan = new JsonScan(text, start);
  while (scan.readValue() && scan.containers.length > 0);
  return scan;
}

/** An object has `keys`; for an array, `keys` is null. */
type Container = { closer: string; keys: Set<string> | null; key: string; index: number };
const blanks = /[ \t\n\r]*/y;
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const validEscape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const cutEscape = /^(?:\\(?:u[\da-fA-F]{0,3})?)?$/;
const wordCharacters = /[-+.\w]*/y;
const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const cutWord = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|[-\d][-+.\deE]*)$/;

export class JsonScan {
  fault: 'truncated' | 'invalid_json' | 'too_deep' | null = null;
  private tellReason = () => '';
  isInString = false;
  /**
   * Holds the first key that occurs twice in one object, at any depth, because two readers may disagree about
   * its value.
   */
  duplicateKey: { key: string; offset: number } | null = null;
  /**
   * Holds the first number that would change when parsed, because the server would run, and a person would
   * sign, another number.
   */
  inexactNumber: { text: string; offset: number } | null = null;
  readonly containers: Container[] = [];

  /** `end` is just after the value, or where the scan stopped. Everything before it fits the grammar. */
  constructor(
    private readonly text: string,
    public end: number,
  ) {}

  /**
   * Returns the path to the current value, for example `parameters.command`, or an empty text at the
   * outermost level.
   */
  get path(): string {
    const names = this.containers.slice(0, 8).map(({ keys, key, index }) => (keys ? key : String(index)));
    return names.filter(Boolean).join('.').slice(0, 100);
  }

  /** Builds the words only on request, because nobody reads why a brace in prose was refused. */
  get reason(): string {
    return this.tellReason();
  }

  refuse(fault: NonNullable<JsonScan['fault']>, reason: string | (() => string), end = this.end): false {
    this.fault = fault;
    this.tellReason = typeof reason === 'string' ? () => reason : reason;
    this.end = end;
    return false;
  }

  readValue(): boolean {
    const first = this.next();
    if (first === '"') return this.readString() && this.endValue();
    if (first !== '{' && first !== '[') return this.readWord() && this.endValue();
    if (this.containers.length >= maxJsonDepth)
      return this.refuse('too_deep', `nested more than ${maxJsonDepth} levels deep`);
    const keys = first === '{' ? new Set<string>() : null;
    const closer = keys ? '}' : ']';
    this.containers.push({ closer, keys, key: '', index: 0 });
    this.end += 1;
    return this.next() === closer ? this.endValue() : !keys || this.readKey();
  }

  private endValue(): boolean {
    for (let container = this.containers.at(-1); container; container = this.containers.at(-1)) {
      const { closer, keys } = container;
      const character = this.next();
      if (character !== closer && character !== ',') return this.expect(`"," or "${closer}"`);
      this.end += 1;
      if (character === ',') {
        container.index += 1;
        if (this.next() !== closer) return !keys || this.readKey();
        return this.expect(`a value: a comma before "${closer}" must be removed`);
      }
      this.containers.pop();
    }
    return true;
  }

  private readKey(): boolean {
    const container = this.containers.at(-1);
    if (this.next() !== '"') return this.expect('a key in double quotes');
    const start = this.end;
    const isRead = this.readString();
    // A key has no line breaks, so what follows a broken key is not inside a string.
    this.isInString = false;
    if (!container?.keys || !isRead) return false;
    const key = JSON.parse(this.text.slice(start, this.end)) as string;
    if (container.keys.has(key)) this.duplicateKey ??= { key, offset: start };
    container.keys.add(key);
    container.key = key;
    if (this.next() !== ':') return this.expect('":" after a key');
    this.end += 1;
    return true;
  }

  private readWord(): boolean {
    const end = matchEnd(wordCharacters, this.text, this.end);
    const found = this.text.slice(this.end, end);
    if (isInexact(found)) this.inexactNumber ??= { text: found, offset: this.end };
    if (word.test(found) || cutWord.test(found)) this.end = end;
    return word.test(found) || this.expect('a value');
  }

  private readString(): boolean {
    const { text } = this;
    this.isInString = true;
    for (let at = this.end + 1; ; at = validEscape.lastIndex) {
      const end = matchEnd(plainCharacters, text, at);
      const found = text.slice(end, end + 6);
      if (cutEscape.test(found)) return this.refuse('truncated', 'a string is not closed', text.length);
      if (found.startsWith('"')) {
        this.isInString = false;
        this.end = end + 1;
        return true;
      }
      if (matchEnd(validEscape, text, end) === end) return this.refuse('invalid_json', reasonOf(found), end);
    }
  }

  /** Returns the next character that is not blank, or '' at the end. */
  private next(): string {
    this.end = matchEnd(blanks, this.text, this.end);
    return this.text.charAt(this.end);
  }

  private expect(what: string): false {
    if (this.next() === '') return this.refuse('truncated', 'the text ends too early');
    const at = this.end;
    return this.refuse('invalid_json', () => {
      const character = JSON.stringify(String.fromCodePoint(this.text.codePointAt(at) ?? 0));
      const { cause, hint } = nameFault(this.text, at);
      return cause ?? `unexpected '${character.slice(1, -1)}': expected ${what}${hint}`;
    });
  }
}

/**
 * Says whether parsing would round this integer, or whether the number is too large to keep. Extra digits
 * after the point change nothing that matters.
 */
function isInexact(found: string): boolean {
  if (!/^-?\d/.test(found) || !word.test(found)) return false;
  const value = Number(found);
  if (!Number.isFinite(value)) return true;
  return /^-?\d{16,}$/.test(found) && String(value) !== found && BigInt(value) !== BigInt(found);
}

function reasonOf(found: string): string {
  if (found.startsWith('\\'))
    return `"${found.slice(0, 2)}" is not an escape: a backslash is written as \\\\`;
  const escaped = JSON.stringify(found.charAt(0)).slice(1, -1);
  const name = { '\\t': 'tab', '\\n': 'line break', '\\r': 'line break' }[escaped] ?? 'control character';
  return `a ${name} inside a string must be written as ${escaped}`;
}
