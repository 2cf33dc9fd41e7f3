/** Character codes of the JSON grammar. */
export const openBrace = 123;
export const closeBrace = 125;
export const openBracket = 91;
export const closeBracket = 93;
export const quote = 34;
export const backslash = 92;
export const comma = 44;
export const colon = 58;

export const isJsonBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

export const isHexDigit = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);

/** The letters of the short escapes: \" \\ \/ \b \f \n \r \t. */
export const isEscapable = (code: number) =>
  code === quote ||
  code === 110 ||
  code === backslash ||
  code === 116 ||
  code === 47 ||
  code === 114 ||
  code === 98 ||
  code === 102;
