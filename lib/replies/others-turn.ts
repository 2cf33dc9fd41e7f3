import type { Span } from './characters';

/**
 * Matches what a model does not write in its own turn: a frame, label or element of a result, a person's
 * label, or a token that opens the turn of another role.
 */
const othersTurn = new RegExp(
  [
    /^[^\S\n]*\[(?:Result: |TOOL_RESULTS\])/,
    /^[\s*_#>[(<-]{0,8}(?:tool|function|command|action)s?[ _-]?(?:call[ _-])?(?:results?|responses?|outputs?)\b[^\n:：\]>{]{0,30}[:：\]>]/,
    /^[*_#>[(]{0,4}(?:observation(?: \d+)?|user|human)[*_\])]{0,3}[:：]/,
    /^#{1,6} (?:tool|function) (?:result|response|output)[^\S\n]*$/,
    /<(?:tool|function)_(?:response|result|output)s?>|\[INST\]/,
    /(?:<[|｜](?:im_start|start_header_id|start_of_role|role_start|start|turn)[|｜]?>|<start_of_turn>)\s{0,4}(?!assistant|model)\p{L}/u,
    /<[|｜](?:(?:start_of_)?(?:user|human|system|tool|observation|ipython)(?:_(?:turn|token))?|tool[_▁]outputs?[_▁]begin)[|｜]>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gimu',
);

/**
 * Finds where the model's own turn ends. Nothing after that place is its call or its words. `hidden` holds
 * reasoning, in which nothing counts.
 */
export function findOthersTurn(text: string, from = 0, hidden: readonly Span[] = []): number {
  othersTurn.lastIndex = from;
  for (let found = othersTurn.exec(text); found; found = othersTurn.exec(text)) {
    const { index } = found;
    if (!hidden.some(({ start, end }) => index >= start && index < end)) return index;
  }
  return text.length;
}
