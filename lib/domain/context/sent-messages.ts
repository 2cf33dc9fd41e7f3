import { formatCount } from '../../shared/quantities';
import type { LeftOut } from '../left-out';
import { shortenResult } from '../result-place';
import type { Transcript, TranscriptMessage } from '../transcript';

/** Returns the messages as they are sent: all of them, except for what is left out. */
export function toSentMessages(
  { messages, openingCount, places }: Transcript,
  { results, turns, maxCharacters }: LeftOut,
): TranscriptMessage[] {
  const folded = places.slice(0, turns);
  const last = folded.at(-1);
  const sent = messages.slice(0, openingCount);
  const call = last && messages[last.index - 1];
  if (call) sent.push(call, { role: 'user', content: toFoldedText(folded.map(({ line }) => line)) });
  const replaced = new Map<number, TranscriptMessage>();
  for (const [number, place] of places.entries()) {
    const message = number < results ? place.short : shortenResult(place, maxCharacters);
    if (message) replaced.set(place.index, message);
  }
  const start = last ? last.index + 1 : openingCount;
  for (const [offset, message] of messages.slice(start).entries())
    sent.push(replaced.get(start + offset) ?? message);
  return sent;
}

/** Only this many lines are listed. Older ones are counted. */
export const maxFoldedLines = 100;

function toFoldedText(lines: readonly string[]): string {
  const shown = lines.slice(-maxFoldedLines);
  const earlier = lines.length - shown.length;
  return [
    'Left out: the calls up to here with their results. They are done:',
    ...(earlier > 0 ? [`- ${describeUnlisted(earlier)}`] : []),
    ...shown.map((line) => `- ${line}`),
  ].join('\n');
}

export function describeUnlisted(steps: number): string {
  const what = steps === 1 ? '1 step before these is' : `${formatCount(steps)} steps before these are`;
  return `${what} not listed. What they changed is changed. Before you change it again, look with your tools at how things are now.`;
}
