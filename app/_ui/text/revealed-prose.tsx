import { Fragment } from 'react';
import { Pieces } from './pieces';
import { splitProse } from './split-prose';
import { toPieces } from './text-pieces';

/**
 * Text outside of code: invisible and misleading characters show as escapes, but an emoji stays in one piece, a no-break space
 * is a space, and the browser orders the words of a line that is read from right to left.
 */
export function RevealedProse({ text }: { text: string }) {
  return splitProse(text).map((stretch, index) => {
    // Every second stretch is a separator.
    const drawn = index % 2 === 1 ? stretch : <Pieces pieces={toPieces(stretch, { isProse: true })} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other key
    return <Fragment key={index}>{drawn}</Fragment>;
  });
}
