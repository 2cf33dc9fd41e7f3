import { findMatch } from './find-match';
import { Pieces } from './pieces';
import { revealProse } from './split-prose';
import { toPieces } from './text-pieces';

/** A text of the server with the match of a search marked in it. */
export function Highlighted({ text, search = '' }: { text: string; search?: string }) {
  const found = search.trim() === '' ? null : findMatch(text, search);
  const from = found?.before.length ?? 0;
  const mark = found && { from, to: from + found.match.length };
  return <Pieces pieces={toPieces(text, { mark, reveal: revealProse })} />;
}
