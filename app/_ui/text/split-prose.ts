import { type RevealedPart, revealRest, toDrawnText } from './reveal-characters';

/**
 * Splits text outside of code: every second stretch is an emoji or a no-break space, which stays as it is although it holds or is an
 * invisible character.
 */
export function splitProse(text: string): string[] {
  return text.split(hiddenInEmoji.test(text) ? emojiOrBlank() : blankAlone);
}

/** The same text as parts to draw. Hidden characters outside of emoji become escapes. */
export function revealProse(text: string): RevealedPart[] {
  return splitProse(text).flatMap((stretch, index): RevealedPart[] =>
    index % 2 === 1 ? [{ kind: 'plain', text: stretch }] : revealRest(stretch),
  );
}

/** The same as one string, for places without markup. */
export function revealProseToString(text: string): string {
  return toDrawnText(revealProse(text));
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
