import { Fragment } from 'react';
import { RevealedText } from '../text/revealed-text';

/**
 * Text outside of code: invisible and misleading characters show as escapes, but an emoji stays in one piece and a no-break space
 * is a space.
 */
export function RevealedProse({ text }: { text: string }) {
  const stretches = text.split(hiddenInEmoji.test(text) ? emojiOrBlank() : blankAlone);
  return stretches.map((stretch, index) => {
    // Every second stretch is a separator.
    const drawn = index % 2 === 1 ? stretch : <RevealedText text={stretch} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other key
    return <Fragment key={index}>{drawn}</Fragment>;
  });
}

/** The invisible characters that join emoji. */
const hiddenInEmoji = /[\u200D\uFE0F\u{E0020}-\u{E007F}]/u;
const blank = '[\\u00A0\\u202F]';
const blankAlone = new RegExp(`(${blank})`);

/** Built on first use: a browser takes 50 ms or more for the list of all emoji. */
function emojiOrBlank(): RegExp {
  madeEmojiOrBlank ??= new RegExp(`(\\p{RGI_Emoji}|${blank})`, 'v');
  return madeEmojiOrBlank;
}
let madeEmojiOrBlank: RegExp | undefined;
