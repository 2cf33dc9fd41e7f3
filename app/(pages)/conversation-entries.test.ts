import { describe, expect, it } from 'vitest';
import { toConversationEntries } from './conversation-entries';

const sound = (id: string) => ({
  id,
  title: `Title of ${id}`,
  startedBy: 'You',
  isYours: true,
  isPrivate: false,
  workspaceId: 'main',
  needsYou: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  lastRunStatus: null,
  lastRunStatusText: 'Done',
  lastRunDamage: null,
  lastRunLine: null,
  lastRunException: null,
  lastRunIcon: null,
  excerpt: null,
});
const damaged = {
  id: 'cnv_9',
  message: 'This conversation is damaged in the database (Conversation cnv_9).',
};
const pages = [
  { conversations: [sound('cnv_1'), sound('cnv_2')], damaged: [damaged] },
  { conversations: [sound('cnv_2'), sound('cnv_3')], damaged: [damaged] },
];

describe('the conversations in the palette', () => {
  it('are those of all pages, each once', () => {
    const ids = toConversationEntries(pages, undefined, () => {}).map(({ id }) => id);
    expect(ids).toEqual(['cnv_1', 'cnv_2', 'cnv_3', 'cnv_9'].map((id) => `conversation-${id}`));
  });

  it('name those that cannot be shown, however few of the others are shown, and lead to them', () => {
    const opened: string[] = [];
    const entries = toConversationEntries(pages, 1, (address) => opened.push(address));
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({ label: 'Damaged conversation', description: damaged.message });
    entries[1]?.open();
    expect(opened).toEqual(['/conversations/cnv_9']);
  });
});
