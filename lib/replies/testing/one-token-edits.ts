/** Models have put these tokens where none belongs, or in place of another one. */
const strayTokens = [
  ',',
  ':',
  '{',
  '}',
  '"',
  '//',
  'x',
  '/* x */',
  '#',
  '\\n',
  '\n',
  '…',
  '=',
  '=>',
  ';',
  '(',
  ')',
  'null',
  '“',
  "'",
  '|',
  '<',
];

export type Edit = { text: string; what: string };

/** Yields the text with one token inserted, replaced or removed, at every boundary. */
export function* oneTokenEdits(text: string): Generator<Edit> {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|```|<\/?\w+>|[{}[\]:,]|\s+|[\w.-]+|[^\s]/g) ?? [];
  const join = (at: number, removed: number, token: string) =>
    [...tokens.slice(0, at), token, ...tokens.slice(at + removed)].join('');
  for (let at = 0; at <= tokens.length; at += 1) {
    for (const token of strayTokens) {
      yield { text: join(at, 0, token), what: `${token} inserted at ${at}` };
      if (at < tokens.length)
        yield { text: join(at, 1, token), what: `${tokens[at]} at ${at} replaced by ${token}` };
    }
    if (at < tokens.length) yield { text: join(at, 1, ''), what: `${tokens[at]} at ${at} removed` };
  }
}
