/**
 * An estimate of a text's tokens, without any model's vocabulary: a sum over its runs of letters, digits, marks and spaces.
 * `bench/tokens.ts` measures its error; what a server reports corrects it from the first reply on (`context-budget.ts`).
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(runs)) tokens += weigh(run);
  return Math.ceil(tokens);
}

const runs = /[A-Z]?[a-z]+|[A-Z]+|\d+|\s+|[!-/:-@[-`{-~]+|[\u0080-\u052f]+|[\u0530-\u1fff]+|[^\0-\u1fff]/gu;

function weigh(run: string): number {
  const { length } = run;
  const code = run.charCodeAt(0);
  // A single space belongs to the word after it.
  if (code <= 32) return run === ' ' ? 0 : 1;
  if (code >= 48 && code <= 57) return Math.ceil(length / 3) + 0.2;
  if (code < 128) return isLetter(code) ? weighWord(length) : 0.45 + length * 0.35;
  if (code < 0x530) return length * 0.4;
  if (code < 0x2000) return length * 0.45;
  return length > 1 ? 2 : 0.85;
}

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

const weighWord = (length: number) => (length <= 7 ? 1 : 1 + (length - 7) / 4.5);
