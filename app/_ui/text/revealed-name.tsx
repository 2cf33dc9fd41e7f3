import { Pieces } from './pieces';
import { revealName } from './reveal-characters';
import { toPieces } from './text-pieces';

/** A name or a path on one line: `RevealedText` that also draws tabs, line breaks and spaces at the edges of a name. */
export function RevealedName({ name }: { name: string }) {
  return <Pieces pieces={toPieces(name, { reveal: revealName, judgedBy: 'word' })} />;
}
