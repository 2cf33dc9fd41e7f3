import { Fragment } from 'react';
import { RevealedText } from '../text/revealed-text';

/**
 * Text outside of code: what is invisible or misleading is drawn as an escape, but an emoji stays whole and a blank that does not
 * break is a blank.
 */
export function RevealedProse({ text }: { text: string }) {
  const stretches = text.split(hiddenInEmoji.test(text) ? emojiOrBlank() : blankAlone);
  return stretches.map((stretch, index) => {
    // Every second stretch is what was split at.
    const drawn = index % 2 === 1 ? stretch : <RevealedText text={stretch} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other name
    return <Fragment key={index}>{drawn}</Fragment>;
  });
}

/** The invisible characters that emoji are put together with. */
const hiddenInEmoji = /[\u200D\uFE0F\u{E0020}-\u{E007F}]/u;
const blank = '[\\u00A0\\u202F]';
const blankAlone = new RegExp(`(${blank})`);

/** Made when a text needs it: a browser takes 50 ms or more for the list of all emoji. */
function emojiOrBlank(): RegExp {
  madeEmojiOrBlank ??= new RegExp(`(\\p{RGI_Emoji}|${blank})`, 'v');
  return madeEmojiOrBlank;
}
let madeEmojiOrBlank: RegExp | undefined;
