import type { ModelReply } from '../models/model.port';
import { countOf } from '../shared/quantities';

type Ending = Pick<ModelReply, 'content' | 'finishReason' | 'usage' | 'firstTokenMs'>;

const moreRoom =
  'Allow longer replies or less thinking in the model’s settings, or give it a larger context window on its server.';

/** Returns true for a text of only blanks and characters that are drawn as nothing. */
export const hasNothingToSee = (text: string): boolean =>
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

/** Tells the model what is wrong with a reply that has neither words nor a call. */
export function tellEmptyReply(content: string): string {
  if (hasNothingToSee(content)) return 'Your reply was empty.';
  return 'Your reply was empty: what you think, up to the tag that ends it, is neither run nor shown. Write your call or answer after your thoughts.';
}

/** Tells a person why a reply has neither words nor a call, and what to do. */
export function explainEmptyReply({ content, finishReason, usage, firstTokenMs }: Ending): string {
  const thought = usage?.reasoning || usage?.output || 0;
  const isCut = finishReason === 'length';
  // A single token is only the mark of the end.
  if (thought > 1) {
    const size = countOf(thought, 'token');
    return isCut
      ? `The model used ${size} for thinking and reached the reply limit before its first word. ${moreRoom}`
      : `The model thought for ${size} and then said nothing. ${moreRoom}`;
  }
  if (isCut) return `The reply reached its limit before its first word. ${moreRoom}`;
  if (content.trim() !== '' || firstTokenMs !== null)
    return `The model thought and then said nothing, or its server keeps its words back. ${moreRoom}`;
  return 'The model sent nothing. Its window may be too small for the instructions: give it a larger one on its server, or choose another model.';
}

/** Tells a person where a reply met its limit in the middle of a call or an answer. */
export function explainCutReply({ usage }: Pick<ModelReply, 'usage'>): string {
  const total = usage ? usage.input + usage.output : 0;
  const size = total > 0 ? `, at ${countOf(total, 'token')} with the request` : '';
  return `The reply reached its length limit${size}. ${moreRoom}`;
}
