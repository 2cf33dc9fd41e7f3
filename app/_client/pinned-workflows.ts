import { useSyncExternalStore } from 'react';
import { createStoredText } from './stored-text';

const pins = createStoredText('countersign.pinned-workflows');
const none: readonly string[] = [];
let known: { text: string | null; ids: readonly string[] } = { text: null, ids: none };

/** Returns the workflows pinned in this browser, in the order of pinning. Every tab follows changes. */
export function usePinnedWorkflows(): readonly string[] {
  return useSyncExternalStore(pins.subscribe, read, () => none);
}

type Pinnable = { id: string; formerIds: readonly string[] };

/** Says whether a workflow is pinned. A pin made under an earlier id counts. */
export function isPinned({ id, formerIds }: Pinnable, pinnedIds: readonly string[]): boolean {
  return [id, ...formerIds].some((each) => pinnedIds.includes(each));
}

export function togglePinned(workflow: Pinnable): void {
  const ids = read();
  const names = [workflow.id, ...workflow.formerIds];
  const next = isPinned(workflow, ids) ? ids.filter((id) => !names.includes(id)) : [...ids, workflow.id];
  pins.write(JSON.stringify(next));
}

function read(): readonly string[] {
  const text = pins.read();
  if (text !== known.text) known = { text, ids: toIds(text) };
  return known.ids;
}

function toIds(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : none;
  } catch {
    return none;
  }
}
