import { Pieces } from './pieces';
import { toPieces } from './text-pieces';

/** Exact text with every invisible or misleading character drawn as an escape. */
export function RevealedText({ text }: { text: string }) {
  return <Pieces pieces={toPieces(text)} />;
}
