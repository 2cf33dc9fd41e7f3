/** Codes of the characters that the readers of replies look for. */
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const exclamationMark = 0x21;
export const dollarSign = 0x24;
export const asterisk = 0x2a;
export const plusSign = 0x2b;
export const hyphen = 0x2d;
export const period = 0x2e;
export const slash = 0x2f;
export const lessThan = 0x3c;
export const underscore = 0x5f;
export const backquote = 0x60;
export const noBreakSpace = 0xa0;
export const zeroWidthSpace = 0x200b;
export const zeroWidthJoiner = 0x200d;
export const bullet = 0x2022;
export const wordJoiner = 0x2060;
/** ◁ begins the reasoning marks of Kimi. */
export const leftTriangle = 0x25c1;
/** From here on Unicode holds Chinese, Japanese and Korean characters. */
export const firstEastAsian = 0x2e80;
export const byteOrderMark = 0xfeff;

const digitZero = 0x30;
const digitNine = 0x39;
const upperA = 0x41;
const upperZ = 0x5a;
const lowerA = 0x61;
const lowerZ = 0x7a;

export const isZero = (code: number) => code === digitZero;

export const isDigit = (code: number) => code >= digitZero && code <= digitNine;

/** An ASCII letter. */
export const isLetter = (code: number) =>
  (code >= lowerA && code <= lowerZ) || (code >= upperA && code <= upperZ);
