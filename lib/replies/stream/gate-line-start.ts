import { lineEndAt } from '../blank';
import { type FenceOpening, fenceOpeningAt, isBareOrJson } from '../fence';
import { callHeads } from '../foreign-marks';
import { mayBecomeCallLine } from '../key-line';

const longestHead = 40;

/** Whether the first word of a line that is still arriving begins a call, may begin one, or is prose. */
export function lookAtFirstWord(text: string, first: number): 'call' | 'wait' | 'prose' {
  const lineEnd = lineEndAt(text, first);
  const head = text.slice(first, Math.min(lineEnd, first + longestHead));
  const isCall = mayBecomeCallLine(head);
  if (isCall === 'yes' || callHeads.some((call) => head.startsWith(call))) return 'call';
  const mayBeCall = isCall === 'unknown' || callHeads.some((call) => call.startsWith(head));
  return mayBeCall && lineEnd === text.length ? 'wait' : 'prose';
}

/** Reads the opening line of a fence at backquotes or tildes that begin a line; `wait` until the line is complete. */
export function lookAtFence(
  text: string,
  first: number,
): 'prose' | 'wait' | 'no_fence' | { opening: FenceOpening; end: number; mayHoldCall: boolean } {
  const marker = text.charAt(first);
  const mayBeFence = text.slice(first, first + 3) === marker.repeat(Math.min(3, text.length - first));
  if (!mayBeFence) return 'prose';
  const lineEnd = lineEndAt(text, first);
  if (lineEnd === text.length) return 'wait';
  const opening = fenceOpeningAt(text, first, lineEnd);
  if (!opening) return 'no_fence';
  const mayHoldCall = opening.isGlued || isBareOrJson(opening.label) || mayLabelCall(opening.label);
  return { opening, end: lineEnd + 1, mayHoldCall };
}

function mayLabelCall(label: string): boolean {
  return (
    label === 'yaml' ||
    label === 'yml' ||
    label.includes('tool') ||
    label.includes('call') ||
    label.includes('action')
  );
}
