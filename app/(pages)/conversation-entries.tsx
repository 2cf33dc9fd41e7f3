import type { ConversationList } from '@/lib/contracts/conversations';
import type { PaletteEntry } from '../_ui/palette/search-palette';
import { RunIcon } from '../_ui/runs/run-icon';

/** Lists the conversations of these pages, each once and at most `limit`, then those that cannot be shown. */
export function toConversationEntries(
  pages: readonly Pick<ConversationList, 'conversations' | 'damaged'>[],
  limit: number | undefined,
  openPage: (address: string) => void,
): PaletteEntry[] {
  const conversations = new Map(pages.flatMap((page) => page.conversations.map((one) => [one.id, one])));
  const damaged = new Map(pages.flatMap((page) => page.damaged.map((one) => [one.id, one])));
  const open = (id: string) => () => openPage(`/conversations/${id}`);
  return [
    ...[...conversations.values()]
      .slice(0, limit)
      .map(({ id, title, excerpt, lastRunStatusText, lastRunIcon }) => ({
        id: `conversation-${id}`,
        label: title,
        icon: <RunIcon name={lastRunIcon} />,
        description: excerpt ?? lastRunStatusText ?? '',
        open: open(id),
      })),
    ...[...damaged.values()].map(({ id, message }) => ({
      id: `conversation-${id}`,
      label: 'Damaged conversation',
      icon: <RunIcon name={null} />,
      description: message,
      keywords: [id],
      open: open(id),
    })),
  ];
}
