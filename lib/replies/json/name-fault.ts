import { describeCharacter } from '../../shared/describe-character';

const blankNames: Record<string, string> = {
  '\u00a0': 'a no-break space (U+00A0)',
  '\u202f': 'a no-break space (U+202F)',
  '\u3000': 'an ideographic space (U+3000)',
  '\ufeff': 'a byte order mark (U+FEFF)',
};
const oddBlank = /^[^\P{White_Space} \t\n\r]|^[\u0085\p{Cf}]/u;
const comment = /^(?:\/\/|\/\*|#)/;
const keyNext = /^(?:"[\w$]{1,64}"|'[\w$]{1,64}'|“[\w$]{1,64}”|[\w$]{1,64})\s{0,20}[:：=]/;
/** Matches the end of a string, perhaps with the ends of containers or a comma after it. */
const stringBefore = /"[\s}\]]*,?\s*$/;

/**
 * Names the most frequent reason why a model writes something other than JSON at `at`, and says what to
 * write: as the complete `cause`, or as a `hint` after what was expected. Both only name the fault and never
 * change how the text is read.
 */
export function nameFault(text: string, at: number): { cause: string | null; hint: string } {
  const rest = text.slice(at, at + 100);
  const [blank] = oddBlank.exec(rest) ?? [];
  if (blank)
    return toCause(
      `${blankNames[blank] ?? describeCharacter(blank)} is outside a string: write a plain space (U+0020), or none`,
    );
  const [mark] = comment.exec(rest) ?? [];
  if (mark) return toCause(`a comment begins with "${mark}": JSON has no comments, so leave it out`);
  const isInnerQuote = !keyNext.test(rest) && stringBefore.test(text.slice(Math.max(0, at - 40), at));
  const hint = isInnerQuote ? '; if the quotation mark before it is inside a string, write it as \\"' : '';
  return { cause: null, hint };
}

const toCause = (cause: string) => ({ cause, hint: '' });
