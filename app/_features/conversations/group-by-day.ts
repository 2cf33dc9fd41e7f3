import type { ConversationSummary } from '@/lib/contracts/conversations';
import { formatDay } from '../../_ui/time/format-time';

export type Day = { label: string; conversations: ConversationSummary[] };

/** Keeps the list's order and splits it where the day of the reader's calendar changes. */
export function groupByDay(conversations: readonly ConversationSummary[], now: Date): Day[] {
  const days: Day[] = [];
  for (const conversation of conversations) {
    const label = formatDay(conversation.updatedAt, now);
    const last = days.at(-1);
    if (last?.label === label) last.conversations.push(conversation);
    else days.push({ label, conversations: [conversation] });
  }
  return days;
}
