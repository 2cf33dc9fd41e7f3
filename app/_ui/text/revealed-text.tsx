import { Pieces } from './pieces';
import { toPieces } from './text-pieces';

/** Text with everything invisible or misleading in it drawn as an escape. */
export function RevealedText({ text }: { text: string }) {
  return <Pieces pieces={toPieces(text)} />;
}
