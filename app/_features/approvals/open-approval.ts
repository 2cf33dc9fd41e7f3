import { createStore, useStore } from '../../_client/external-store';
import { crossFade } from '../../_ui/motion/cross-fade';

/** The dialog shows the request `openedId`. The person closed `closedIds` without a decision. */
const openedId = createStore<string | null>(null);
const closedIds = new Set<string>();

export function openApproval(id: string): void {
  const from = openedId.get();
  if (from === id) return;
  if (from === null) openedId.set(id);
  // The fade begins a frame later, and the person may have closed the dialog by then.
  else crossFade(() => openedId.get() === from && openedId.set(id));
}

/** Says whether a request may open by itself. A request that the person has closed does not. */
export function mayOfferApproval(id: string): boolean {
  return !closedIds.has(id);
}

export function closeApproval(): void {
  const id = openedId.get();
  if (id !== null) closedIds.add(id);
  openedId.set(null);
}

/** Holds a decision made in this tab that the dialog no longer shows. */
const recorded = createStore<{ id: string } | null>(null);

/** Moves the dialog to the next request after a decision, or closes it at once. */
export function leaveApproval(decidedId: string, nextId: string | null): void {
  closedIds.add(decidedId);
  recorded.set({ id: decidedId });
  if (nextId === null) openedId.set(null);
  else openApproval(nextId);
}

export function forgetRecorded(): void {
  recorded.set(null);
}

export function useRecorded(): { id: string } | null {
  return useStore(recorded);
}

export function useOpenedApproval(): string | null {
  return useStore(openedId);
}
