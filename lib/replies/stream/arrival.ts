import { skipBlanks } from '../blank';

/** The text that must arrive before the reply is worth checking again. */
export type Arrival = 'word' | 'word_or_line_end' | 'line_end' | 'backquote';

export function hasArrived(awaited: Arrival, delta: string): boolean {
  const isBlank = skipBlanks(delta, 0) === delta.length;
  if (awaited === 'word') return !isBlank;
  if (awaited === 'word_or_line_end') return !isBlank || delta.includes('\n');
  return delta.includes('\n') || (awaited === 'backquote' && delta.includes('`'));
}
