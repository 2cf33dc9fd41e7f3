/** Names a prompt's kept draft in the list of texts to start from. */
export function draftName(index: number): string {
  return index === 0 ? 'Your draft' : `Your draft ${index + 1}`;
}

/**
 * Returns the drafts to keep when another text replaces the one in the editor. It adds the replaced text
 * unless the person can get it again anyway. `from` names what that text started as, and an edited draft
 * replaces itself.
 */
export function keepDraft(
  kept: readonly string[],
  { text, from, versions }: { text: string; from: string; versions: readonly { text: string }[] },
): readonly string[] {
  const isKnown = kept.includes(text) || versions.some((version) => version.text === text);
  if (isKnown || text.trim() === '') return kept;
  const place = kept.findIndex((_, index) => draftName(index) === from);
  return place === -1 ? [...kept, text] : kept.with(place, text);
}

export function parseKeptDrafts(stored: unknown): readonly string[] | null {
  return Array.isArray(stored) && stored.every((text) => typeof text === 'string') ? stored : null;
}
