import { createStore, useStore } from '../../_client/external-store';

/** Which request the dialog shows, and which ones were closed without deciding and must not open by themselves again. */
const openedId = createStore<string | null>(null);
const closedIds = new Set<string>();

export function openApproval(id: string): void {
  openedId.set(id);
}

/** For requests that come up by themselves: never over another one, and not after the person has closed it. */
export function offerApproval(id: string): void {
  if (openedId.get() === null && !closedIds.has(id)) openedId.set(id);
}

export function closeApproval(): void {
  const id = openedId.get();
  if (id !== null) closedIds.add(id);
  openedId.set(null);
}

export function useOpenedApproval(): string | null {
  return useStore(openedId);
}
