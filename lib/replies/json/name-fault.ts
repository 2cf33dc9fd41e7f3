import { describeCharacter } from '../../shared/hidden-characters';

const blankNames: Record<string, string> = {
  '\u00a0': 'a no-break space (U+00A0)',
  '\u202f': 'a no-break space (U+202F)',
  '\u3000': 'an ideographic space (U+3000)',
  '\ufeff': 'a byte order mark (U+FEFF)',
};
const oddBlank = /^[^\P{White_Space} \t\n\r]|^[\u0085\p{Cf}]/u;
const comment = /^(?:\/\/|\/\*|#|<!--|--(?=\s))/;
const keyNext = /^(?:"[\w$]{1,64}"|'[\w$]{1,64}'|“[\w$]{1,64}”|[\w$]{1,64})\s{0,20}[:：=]/;
/** Matches the end of a string, perhaps with the ends of containers or a comma after it. */
const stringBefore = /"[\s}\]]*,?\s*$/;

/** Other languages have these words and numbers, and other keyboards these marks. */
const otherValues: [RegExp, string][] = [
  [/^(?:True|TRUE)\b/, 'true'],
  [/^(?:False|FALSE)\b/, 'false'],
  [/^(?:None|NULL|Null|nil|undefined)\b/, 'null'],
  [/^[+-]?(?:NaN|Infinity|inf)\b/, 'a number, or null'],
  [/^0[xXoObB][\da-fA-F]+/, 'the number in decimal digits'],
  [/^\+\d/, 'the number without its plus sign'],
  [/^[+-]?\.\d/, 'a digit before the decimal point'],
  [/^(?:'|`|“|”|„|‟|‘|’|‚|＂|＇|「|」)/, 'a plain quotation mark (") around keys and texts'],
  [/^[，、；;](?=\s*(?:["'“{[\d]|true|false|null))/, 'a comma (,)'],
  [/^(?:：|=>?)(?=\s*(?:["'“{[\d]|true|false|null))/, 'a colon (:)'],
];
/** The scanner takes such a value, or the mark of a comment, as a word and finds the fault after it. */
const valueBefore: [RegExp, string][] = [
  [/(?:^|[:,[\s])-?0\d{1,30}(?:\.\d{1,30})?\s*$/, 'a number begins with a zero: write it without that zero'],
  [/(?:^|[:,[\s])-\.\d{1,30}\s*$/, 'a number begins with a point: write a digit before the decimal point'],
  [/(?:^|[:,[\s])--\s+$/, 'a comment begins with "--": JSON has no comments, so leave it out'],
];

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
  const before = text.slice(Math.max(0, at - 40), at);
  const isKeyNext = keyNext.test(rest.replace(/^[，、；;]\s?/, ''));
  const isInnerQuote = !isKeyNext && stringBefore.test(before) && !/^(?:：|=)/.test(rest);
  if (!isInnerQuote) {
    const [, cause] = valueBefore.find(([value]) => value.test(before)) ?? [];
    if (cause !== undefined) return toCause(cause);
    for (const [other, wanted] of otherValues) {
      const [found] = other.exec(rest) ?? [];
      if (found !== undefined) return toCause(`JSON has no ${found}: write ${wanted}`);
    }
  }
  const hint = isInnerQuote ? '; if the quotation mark before it is inside a string, write it as \\"' : '';
  return { cause: null, hint };
}

const toCause = (cause: string) => ({ cause, hint: '' });
