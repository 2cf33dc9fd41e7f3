import type { ErrorCode } from 'yaml';

export const needsQuotes = 'Put the text in quotes: YAML reads its first character as a sign of its own.';
export const tooDeep = 'The values are nested too deeply.';
const badIndent = 'The indentation, or the end of a list or group, does not fit the lines around it.';
const unexpected =
  'YAML cannot read this line. A text with quotation marks, brackets or “#” needs quotes around it.';

/** Says what the author did, for each code of the parser that an ordinary slip can cause. */
const wordsByCode: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: needsQuotes,
  BAD_DQ_ESCAPE:
    'After a backslash in double quotes only some characters may follow: write \\\\ for a backslash.',
  BAD_INDENT: badIndent,
  BAD_SCALAR_START: needsQuotes,
  BLOCK_AS_IMPLICIT_KEY: 'Put the text in quotes: it has a colon with a space after it.',
  DUPLICATE_KEY: 'This setting is there twice.',
  MISSING_CHAR: 'A closing quotation mark or bracket, a comma or a colon is missing.',
  MULTILINE_IMPLICIT_KEY: 'A setting needs its name and a colon on one line.',
  NON_STRING_KEY: 'The name of a setting must be text: put it in quotes.',
  RESOURCE_EXHAUSTION: tooDeep,
  TAB_AS_INDENT: 'Indent with spaces: YAML takes no tabs.',
  TAG_RESOLVE_FAILED: 'YAML reads a word that begins with “!” as a tag: put the text in quotes.',
  UNEXPECTED_TOKEN: unexpected,
};

/** Describes a mistake that the parser found, without the parser's own words. */
export function describeYamlError(code: ErrorCode): string {
  return wordsByCode[code] ?? unexpected;
}
