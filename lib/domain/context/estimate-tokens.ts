/**
 * Estimates a text's tokens without any model's vocabulary: it adds up the weights of runs of letters,
 * digits, marks and spaces. `bench/tokens.ts` measures the error. The server's reports correct it from the
 * first reply on (`context-budget.ts`).
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfRun(text, start);
    tokens += weigh(text.charCodeAt(start), end - start);
    start = end;
  }
  return Math.ceil(tokens);
}

/**
 * A loop takes a fraction of the time of a regular expression, and every result of every step comes through
 * here.
 */
function endOfRun(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code >= 128) return endOfForeignRun(text, start, code);
  let end = start + 1;
  let kind = ascii[code];
  // One capital letter begins a word; several in a row are a run of their own.
  if (kind === capital && ascii[text.charCodeAt(end)] === small) kind = small;
  while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end += 1;
  return end;
}

function endOfForeignRun(text: string, start: number, code: number): number {
  if (isForeignSpace(code)) return endWhile(text, start, (next) => kindOf(next) === space);
  if (code < 0x530) return endWhile(text, start, (next) => next >= 128 && next < 0x530);
  if (code < 0x2000) return endWhile(text, start, (next) => next >= 0x530 && next < 0x2000);
  return start + ((text.codePointAt(start) ?? code) > 0xffff ? 2 : 1);
}

function endWhile(text: string, start: number, belongs: (code: number) => boolean): number {
  let end = start + 1;
  while (end < text.length && belongs(text.charCodeAt(end))) end += 1;
  return end;
}

const [control, small, capital, digit, space, mark, foreign] = [0, 1, 2, 3, 4, 5, 6];

const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return small;
  if (code >= 65 && code <= 90) return capital;
  if (code >= 48 && code <= 57) return digit;
  if (code === 32 || (code >= 9 && code <= 13)) return space;
  return code < 32 || code === 127 ? control : mark;
});

const kindOf = (code: number): number | undefined =>
  code < 128 ? ascii[code] : isForeignSpace(code) ? space : foreign;

const isForeignSpace = (code: number): boolean => code >= 160 && /\s/.test(String.fromCharCode(code));

function weigh(code: number, length: number): number {
  // A single space belongs to the word after it.
  if (code === 32 && length === 1) return 0;
  if (code <= 32 || code === 127) return ascii[code] === space ? 1 : 0;
  if (code >= 48 && code <= 57) return Math.ceil(length / 3) + 0.2;
  if (code < 128) return isLetter(code) ? weighWord(length) : 0.45 + length * 0.35;
  if (code < 0x530) return length * 0.4;
  if (code < 0x2000) return length * 0.45;
  return length > 1 ? 2 : 0.85;
}

const weighWord = (length: number) => (length <= 7 ? 1 : 1 + (length - 7) / 4.5);

const isLetter = (code: number) => ascii[code] === small || ascii[code] === capital;
