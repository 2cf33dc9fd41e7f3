import { createStore, useStore } from '../../_client/external-store';

/** Which request the dialog shows, and which ones were closed without a decision. */
const openedId = createStore<string | null>(null);
const closedIds = new Set<string>();

export function openApproval(id: string): void {
  openedId.set(id);
}

/** A request that the person has closed does not open by itself again. */
export function mayOfferApproval(id: string): boolean {
  return !closedIds.has(id);
}

export function closeApproval(): void {
  const id = openedId.get();
  if (id !== null) closedIds.add(id);
  openedId.set(null);
}

/** A decision made in this tab, which the dialog no longer shows. */
const recorded = createStore<{ id: string } | null>(null);

/** After a decision the dialog goes to the next request, or leaves at once. */
export function leaveApproval(decidedId: string, nextId: string | null): void {
  closedIds.add(decidedId);
  recorded.set({ id: decidedId });
  openedId.set(nextId);
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
