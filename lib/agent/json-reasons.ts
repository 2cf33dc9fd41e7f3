/** The reasons why text is not JSON, in words that tell a model what to write instead. */
export function controlCharacterReason(code: number): string {
  if (code === 10 || code === 13) return 'a line break inside a string must be written as \\n';
  if (code === 9) return 'a tab inside a string must be written as \\t';
  return `the control character U+${code.toString(16).toUpperCase().padStart(4, '0')} inside a string must be escaped`;
}

export function unexpectedReason(code: number, character: string, expectation: string): string {
  const found = code < 32 ? `the control character ${code}` : `'${character}'`;
  return `unexpected ${found}: ${expectation}`;
}
