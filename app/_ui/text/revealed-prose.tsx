import { Fragment } from 'react';
import { RevealedText } from './revealed-text';
import { splitProse } from './split-prose';

/**
 * Text outside of code: invisible and misleading characters show as escapes, but an emoji stays in one piece and a no-break space
 * is a space.
 */
export function RevealedProse({ text }: { text: string }) {
  return splitProse(text).map((stretch, index) => {
    // Every second stretch is a separator.
    const drawn = index % 2 === 1 ? stretch : <RevealedText text={stretch} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other key
    return <Fragment key={index}>{drawn}</Fragment>;
  });
}
