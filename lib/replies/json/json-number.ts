import { hyphen, isDigit, isZero } from '../characters';

/** Where the JSON number at `at` ends, or where it breaks off when it is not complete. */
export function readJsonNumber(text: string, at: number, end: number): { end: number; isComplete: boolean } {
  const integerStart = text.charCodeAt(at) === hyphen ? at + 1 : at;
  const isLeadingZero = integerStart < end && isZero(text.charCodeAt(integerStart));
  let next = isLeadingZero ? integerStart + 1 : digitsEnd(text, integerStart, end);
  if (next === integerStart) return { end: next, isComplete: false };
  if (next < end && text[next] === '.') {
    const fraction = next + 1;
    next = digitsEnd(text, fraction, end);
    if (next === fraction) return { end: next, isComplete: false };
  }
  if (next < end && (text[next] === 'e' || text[next] === 'E')) {
    const hasSign = next + 1 < end && (text[next + 1] === '+' || text[next + 1] === '-');
    const exponent = next + (hasSign ? 2 : 1);
    next = digitsEnd(text, exponent, end);
    if (next === exponent) return { end: next, isComplete: false };
  }
  return { end: next, isComplete: true };
}

function digitsEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(text.charCodeAt(at))) at += 1;
  return Math.min(at, end);
}
