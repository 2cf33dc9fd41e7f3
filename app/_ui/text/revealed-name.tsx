import { Pieces } from './pieces';
import { revealName } from './reveal-characters';
import { toPieces } from './text-pieces';

/**
 * Shows a name or a path on one line. Unlike `RevealedText`, it also draws tabs, line breaks and spaces at
 * the edges of a name.
 */
export function RevealedName({ name }: { name: string }) {
  return <Pieces pieces={toPieces(name, { reveal: revealName, judgedBy: 'word' })} />;
}
