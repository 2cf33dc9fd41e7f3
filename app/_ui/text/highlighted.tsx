import type { JudgedBy } from '@/lib/shared/lookalikes';
import { findMatch } from './find-match';
import { Pieces } from './pieces';
import { revealProse } from './split-prose';
import { toPieces } from './text-pieces';

type Props = { text: string; search?: string; judgedBy?: JudgedBy };

/** Shows a text of the server and marks the match of a search. */
export function Highlighted({ text, search = '', judgedBy = 'line' }: Props) {
  const found = search.trim() === '' ? null : findMatch(text, search);
  const from = found?.before.length ?? 0;
  const mark = found && { from, to: from + found.match.length };
  return <Pieces pieces={toPieces(text, { mark, reveal: revealProse, judgedBy })} />;
}
