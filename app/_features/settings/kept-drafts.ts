/** The names of a prompt's drafts among what its next version can start from. */
export function draftName(index: number): string {
  return index === 0 ? 'Your draft' : `Your draft ${index + 1}`;
}

/**
 * The drafts to keep when the text in the editor makes room for another one. It is added unless it can be had again anyway. `from` is
 * the name of what it started as: a kept draft that was edited further stays one.
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
