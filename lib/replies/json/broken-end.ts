import { matchAt } from '../characters';
import { reasoningCloseAt } from '../marks';
import type { JsonFault } from './json-scan';

const structure = /[}\]{[\\"<]/g;

/**
 * The likely end of broken JSON: the brace that balances it. Nothing in between is read again, because the outer
 * object decides: nothing inside a broken one becomes a call. If it broke inside a string, it reaches to the end.
 */
export function findBrokenEnd(text: string, fault: JsonFault, end: number): number {
  if (fault.isInString && fault.code !== 'truncated' && text[fault.offset] !== '\\') return end;
  let open = Math.max(fault.openContainers, 1);
  for (let at = fault.offset; at < end; at += 1) {
    const mark = matchAt(structure, text, at);
    if (!mark || mark.index >= end) return end;
    at = mark.index;
    const [character] = mark;
    if (character === '}' || character === ']') {
      open -= 1;
      if (open <= 0) return at + 1;
    } else if (character === '{' || character === '[') open += 1;
    else if (character === '\\') at += 1;
    else if (character === '"') at = stringEnd(text, at, end);
    else if (reasoningCloseAt(text, at) !== null) return at;
  }
  return end;
}

/** The closing quote on the same line, or the opening one when there is none. */
function stringEnd(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end && text[next] !== '\n'; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === '"') return next;
  }
  return at;
}
