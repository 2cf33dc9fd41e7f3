import { Pieces } from './pieces';
import { toPieces } from './text-pieces';

/** Shows exact text and draws every invisible or misleading character as an escape. */
export function RevealedText({ text }: { text: string }) {
  return <Pieces pieces={toPieces(text)} />;
}
