import { reasoningCloseAt } from '../marks';
import type { JsonScan } from './json-scan';

const structure = /[}\]{[\\"<◁]/g;

/**
 * The likely end of broken JSON: the bracket that balances it. Nothing in between is read again, because the outer
 * object decides: nothing inside a broken one becomes a call. If it broke inside a string, it reaches to the end.
 */
export function findBrokenEnd(text: string, scan: JsonScan, end: number): number {
  if (scan.isInString && scan.fault !== 'truncated' && text[scan.end] !== '\\') return end;
  let open = Math.max(scan.openContainers, 1);
  structure.lastIndex = scan.end;
  for (let mark = structure.exec(text); mark && mark.index < end; mark = structure.exec(text)) {
    const [character] = mark;
    if ('<[◁'.includes(character) && reasoningCloseAt(text, mark.index) !== null) return mark.index;
    if (character === '{' || character === '[') open += 1;
    else if (character === '\\') structure.lastIndex += 1;
    else if (character === '"') structure.lastIndex = afterString(text, mark.index, end);
    else if (character === '}' || character === ']') open -= 1;
    if (open <= 0) return mark.index + 1;
  }
  return end;
}

/** Just after the closing quote on the same line, or after the opening one when there is none. */
function afterString(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end && text[next] !== '\n'; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === '"') return next + 1;
  }
  return at + 1;
}
