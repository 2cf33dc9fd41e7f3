import { matchAt } from '../characters';

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

/** An object has keys, an array has none. */
type Container = { closer: string; keys: Set<string> | null; key: string; index: number };

const blanks = new Set(Array.from(' \t\n\r', (blank) => blank.charCodeAt(0)));
/** All but quotes, backslashes and control characters. */
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const validEscape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const cutEscape = /^(?:\\(?:u[\da-fA-F]{0,3})?)?$/;
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
    const names = this.containers.slice(0, 8).map(({ keys, key, index }) => (keys ? key : String(index)));
    return names.filter(Boolean).join('.').slice(0, 100);
  }

  /** Refuses what was read up to `end`, or up to here. */
  refuse(fault: NonNullable<JsonScan['fault']>, reason: string, end = this.end): false {
    this.fault = fault;
    this.reason = reason;
    this.end = end;
    return false;
  }

  /** Reads a scalar or the start of a container, and the end of each container that it completes. */
  readValue(): boolean {
    const first = this.next();
    if (first === '"') return this.readString() && this.endValue();
    if (first !== '{' && first !== '[') return this.readWord() && this.endValue();
    if (this.openContainers >= maxJsonDepth)
      return this.refuse('too_deep', `nested more than ${maxJsonDepth} levels deep`);
    const isObject = first === '{';
    const closer = isObject ? '}' : ']';
    this.containers.push({ closer, keys: isObject ? new Set() : null, key: '', index: 0 });
    this.end += 1;
    return this.next() === closer ? this.endValue() : !isObject || this.readKey();
  }

  private endValue(): boolean {
    for (let container = this.containers.at(-1); container; container = this.containers.at(-1)) {
      const { closer, keys } = container;
      const character = this.next();
      if (character !== closer && character !== ',') return this.expect(`"," or "${closer}"`);
      this.end += 1;
      if (character === ',') {
        container.index += 1;
        const isTrailing = this.next() === closer;
        if (isTrailing) return this.expect(`a value: a comma before "${closer}" must be removed`);
        return keys === null || this.readKey();
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
    // A key has no line breaks: what follows a broken one is not inside a string.
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
    const found = matchAt(wordCharacters, this.text, this.end)?.[0] ?? '';
    const isWord = word.test(found);
    if (isWord || cutWord.test(found)) this.end += found.length;
    return isWord || this.expect('a value');
  }

  private readString(): boolean {
    const { text } = this;
    this.isInString = true;
    for (let at = this.end + 1; ; at = validEscape.lastIndex) {
      plainCharacters.lastIndex = at;
      plainCharacters.test(text);
      const end = plainCharacters.lastIndex;
      const found = text.slice(end, end + 6);
      if (cutEscape.test(found)) return this.refuse('truncated', 'a string is not closed', text.length);
      if (found.startsWith('"')) {
        this.isInString = false;
        this.end = end + 1;
        return true;
      }
      if (!matchAt(validEscape, text, end)) return this.refuse('invalid_json', reasonOf(found), end);
    }
  }

  /** Moves to the next character that is not blank and returns it, '' at the end. */
  private next(): string {
    while (blanks.has(this.text.charCodeAt(this.end))) this.end += 1;
    return this.text.charAt(this.end);
  }

  /** Fails at the next character, or because there is none. */
  private expect(what: string): false {
    if (this.next() === '') return this.refuse('truncated', 'the text ends too early');
    const character = JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.end) ?? 0));
    return this.refuse('invalid_json', `unexpected '${character.slice(1, -1)}': expected ${what}`);
  }
}

/** Says what a model must write instead of a character in a string. */
function reasonOf(found: string): string {
  if (found.startsWith('\\'))
    return `"${found.slice(0, 2)}" is not an escape: a backslash is written as \\\\`;
  if (found.startsWith('\t')) return 'a tab inside a string must be written as \\t';
  if (/^[\n\r]/.test(found)) return 'a line break inside a string must be written as \\n';
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `the control character U+${code} inside a string must be escaped`;
}
