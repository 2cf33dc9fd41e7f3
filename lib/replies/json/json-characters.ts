import { backslash, carriageReturn, isDigit, lineFeed, quote, slash, space, tab } from '../characters';

/** Letters that begin a word of the grammar (true, false, null) or follow a backslash. */
export const letterB = 0x62;
export const letterF = 0x66;
export const letterN = 0x6e;
export const letterR = 0x72;
export const letterT = 0x74;
export const letterU = 0x75;

const upperA = 0x41;
const upperF = 0x46;
const lowerA = 0x61;

export const isJsonBlank = (code: number) =>
  code === space || code === lineFeed || code === carriageReturn || code === tab;

/** A character that a JSON string may hold only as an escape. */
export const isControlCharacter = (code: number) => code < space;

export const isHexDigit = (code: number) =>
  isDigit(code) || (code >= upperA && code <= upperF) || (code >= lowerA && code <= letterF);

/** The second character of a short escape: \" \\ \/ \b \f \n \r \t. */
export const isEscapable = (code: number) =>
  code === quote ||
  code === letterN ||
  code === backslash ||
  code === letterT ||
  code === slash ||
  code === letterR ||
  code === letterB ||
  code === letterF;
