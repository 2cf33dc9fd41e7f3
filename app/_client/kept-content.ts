/** Everything that a tab keeps for its person begins with this: unfinished input, and values for forms. */
const prefix = 'countersign.';
const draftPrefix = `${prefix}draft.`;
const personKey = `${prefix}person`;

/** Removes what this tab keeps for its person, before somebody else uses the browser. */
export function forgetKeptContent(): void {
  for (const key of keptKeys()) sessionStorage.removeItem(key);
}

/** Tells whether this tab keeps input that was typed and not sent. */
export const hasDrafts = (): boolean => keptKeys().some((key) => key.startsWith(draftPrefix));

/**
 * Removes what the tab kept for another person: one whose session ended here, before this one signed in. It runs
 * before the page shows any of it.
 */
export function keepContentOf(personId: string): void {
  try {
    const before = sessionStorage.getItem(personKey);
    if (before !== null && before !== personId) forgetKeptContent();
    sessionStorage.setItem(personKey, personId);
  } catch {
    // Storage may be full or forbidden. Nothing is kept then.
  }
}

function keptKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
