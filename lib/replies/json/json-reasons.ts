import { carriageReturn, lineFeed, tab } from '../characters';
import { isControlCharacter } from './json-characters';

/** Says why text is not JSON, and what a model must write instead. */
export function controlCharacterReason(code: number): string {
  if (code === lineFeed || code === carriageReturn)
    return 'a line break inside a string must be written as \\n';
  if (code === tab) return 'a tab inside a string must be written as \\t';
  return `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')} inside a string must be escaped`;
}

export function unexpectedReason(code: number, character: string, expectation: string): string {
  const found = isControlCharacter(code) ? `the control character ${code}` : `'${character}'`;
  return `unexpected ${found}: ${expectation}`;
}
