import { parseReply } from '../parse-reply';
import { readLines } from '../read-lines';

/** Counts characters. Longer text is read where it does not keep the event loop busy, or not at all. */
const longestArrived = 200_000;
/** Matches what may be the first characters of a call or of its mark. */
const markBegun = /(?:[<[{◁｛][^\s<[{]{0,40}|[`~]{1,3}[a-z]{0,10}|["'“][a-z_]{0,12}["'”]?)\s*$/i;

/**
 * Returns what the server keeps of a reply that broke off: the complete text, if a complete reply with it
 * would be text. Returns null when the text might have become a call, so that only the shown part (`shown`)
 * may be kept.
 */
export function readArrived(arrived: string, shown: string): string | null {
  if (arrived.length > longestArrived) return null;
  const parsed = parseReply(arrived);
  if (parsed.kind !== 'text' || !parsed.text.startsWith(shown)) return null;
  const held = parsed.text.slice(shown.length);
  if (held.trim() === '') return null;
  const { isOpen, openFence } = readLines(arrived);
  const mayBecomeCall = isOpen || openFence !== null || markBegun.test(held);
  return mayBecomeCall ? null : parsed.text;
}
