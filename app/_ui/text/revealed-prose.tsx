import { Fragment } from 'react';
import { Pieces } from './pieces';
import { splitProse } from './split-prose';
import { toPieces } from './text-pieces';

/**
 * Shows text outside of code. Invisible and misleading characters become escapes, but an emoji stays in one
 * piece, a no-break space is a space, and the browser orders the words of a right-to-left line.
 */
export function RevealedProse({ text }: { text: string }) {
  return splitProse(text).map((stretch, index) => {
    // Every second stretch is a separator.
    const drawn = index % 2 === 1 ? stretch : <Pieces pieces={toPieces(stretch, { isProse: true })} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other key
    return <Fragment key={index}>{drawn}</Fragment>;
  });
}
