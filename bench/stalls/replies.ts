/**
 * These texts take the reader or the text gate longest, or are longer than any reply that it reads. Each row
 * repeats a text to so many megabytes.
 */
export const hostileReplies = [
  ['{', 1],
  ['{', 2],
  ['{"tool": "/*\n', 2],
  ['</think>', 2],
  ['<a>\n', 2],
  ['{"id": 1, "name": "some words", "ok": true}\n', 2],
  ['Some words, with `code`.\n', 2],
  ['Some words, with `code`.\n', 7.5],
  ['漢字とかな交じり文。\n', 2],
  ['\u0001', 2],
  ['"\\\n', 2],
] as const;

/** Runs write files of a megabyte that repeat these texts. */
export const written = ['Some words.\n', '漢字。\n', '\u0001', '"\\\n'];
