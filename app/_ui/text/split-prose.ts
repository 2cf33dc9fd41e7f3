import { type RevealedPart, revealRest, toDrawnText } from './reveal-characters';

/**
 * Splits text outside of code. Every second stretch is an emoji or a no-break space, which stays as it is
 * although it contains or is an invisible character.
 */
export function splitProse(text: string): string[] {
  return text.split(hiddenInEmoji.test(text) ? emojiOrBlank() : blankAlone);
}

/** Returns prose as parts to draw. Hidden characters outside of emoji become escapes. */
export function revealProse(text: string): RevealedPart[] {
  return splitProse(text).flatMap((stretch, index): RevealedPart[] =>
    index % 2 === 1 ? [{ kind: 'plain', text: stretch }] : revealRest(stretch),
  );
}

/** Returns revealed prose as one string, for places without markup. */
export function revealProseToString(text: string): string {
  return toDrawnText(revealProse(text));
}

/** These invisible characters join emoji. */
const hiddenInEmoji = /[\u200D\uFE0F\u{E0020}-\u{E007F}]/u;
const blank = '[\\u00A0\\u202F]';
const blankAlone = new RegExp(`(${blank})`);

/** Builds the pattern on first use, because a browser takes 50 ms or more for the list of all emoji. */
function emojiOrBlank(): RegExp {
  madeEmojiOrBlank ??= new RegExp(`(\\p{RGI_Emoji}|${blank})`, 'v');
  return madeEmojiOrBlank;
}
let madeEmojiOrBlank: RegExp | undefined;
