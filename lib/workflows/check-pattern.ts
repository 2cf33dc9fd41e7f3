import { countOf } from '../shared/quantities';

const maxPatternCharacters = 200;
const maxRepetitions = 3;
/**
 * Each optional part can double the time, so the limit depends on the number of repetitions. With three, 200
 * characters take 45 ms.
 */
const maxOptionalParts = [6, 6, 6, 1];
/**
 * The alternatives of all groups multiply, and each optional part counts as two. With three repetitions, 200
 * characters take 75 ms.
 */
const maxWays = [100, 100, 100, 8];

/** Values with a pattern are never longer than this, so that even a slow pattern is checked quickly. */
export const maxPatternedCharacters = 200;

/**
 * Returns the reason why a pattern is refused, or null. It refuses patterns that can take exponential time: a
 * repeated group that itself repeats or branches, look-around and back-references. It also refuses more than
 * a few repetitions and ways through a pattern, which bounds the rest at about the cube of 200 characters.
 */
export function findPatternFault(pattern: string): string | null {
  if (pattern.length > maxPatternCharacters) return `is longer than ${maxPatternCharacters} characters`;
  try {
    new RegExp(pattern, 'u');
    new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return 'is not a valid regular expression';
  }
  const plain = withoutEscapes(pattern);
  if (plain === null) return 'uses a back-reference, which can take too long';
  if (/\(\?[=!<]/.test(plain)) return 'uses look-around or a named group, which are not allowed here';
  const repetitions = (plain.match(/[*+]|\{\d+,\d*\}/g) ?? []).length;
  if (repetitions > maxRepetitions) {
    return `repeats at more than ${maxRepetitions} places (*, + or {n,m}), which can take too long`;
  }
  const optionalParts = maxOptionalParts[repetitions] ?? 0;
  const optional = (plain.match(/(?<!\()\?/g) ?? []).length;
  if (optional > optionalParts) {
    const repeated = repetitions === maxRepetitions ? `repeats at ${repetitions} places and ` : '';
    return `${repeated}has more than ${countOf(optionalParts, 'optional part')} (?), which can take too long`;
  }
  if (countWays(plain) * 2 ** optional > (maxWays[repetitions] ?? 0))
    return 'has too many alternatives (|), which can take too long';
  return repeatsRepetition(plain)
    ? 'repeats a group that itself repeats or branches, which can take too long'
    : null;
}

/** Replaces every escape and class by one letter. Returns null when the pattern has back-references. */
function withoutEscapes(pattern: string): string | null {
  const plain = pattern.replace(/\\[pPu]\{[^}]*\}|\\[^1-9k]/gu, 'x').replace(/\[[^\]]*\]/gu, 'x');
  return plain.includes('\\') ? null : plain;
}

/** Multiplies the alternatives of all groups. */
function countWays(plain: string): number {
  const open = [1];
  let ways = 1;
  for (const character of `${plain})`) {
    if (character === '(') open.push(1);
    else if (character === '|') open.push((open.pop() ?? 1) + 1);
    else if (character === ')') ways *= open.pop() ?? 1;
  }
  return ways;
}

/**
 * Tells whether any group followed by `*`, `+` or `{` contains a repetition or an alternative. It reads the
 * pattern once, with a stack.
 */
function repeatsRepetition(plain: string): boolean {
  const risky: boolean[] = [];
  for (let index = 0; index < plain.length; index += 1) {
    const character = plain[index] ?? '';
    if (character === '(') {
      risky.push(false);
      if (plain[index + 1] === '?') index += 1;
    } else if (character === ')') {
      const isRisky = risky.pop() ?? false;
      if (isRisky && /[*+{]/.test(plain[index + 1] ?? '')) return true;
      if (isRisky && risky.length > 0) risky[risky.length - 1] = true;
    } else if (/[*+?{|]/.test(character) && risky.length > 0) {
      risky[risky.length - 1] = true;
    }
  }
  return false;
}
