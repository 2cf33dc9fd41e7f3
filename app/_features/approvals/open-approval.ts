import { createStore, useStore } from '../../_client/external-store';

/** Which request the dialog shows, and which ones were closed without a decision. */
const openedId = createStore<string | null>(null);
const closedIds = new Set<string>();
let focusBefore: Element | null = null;

export function openApproval(id: string): void {
  if (openedId.get() === null) focusBefore = document.activeElement;
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

/** After the dialog closes, the focus returns to where it was, or to the page's content when that is gone. */
export function returnFocus(): void {
  const isThere = focusBefore instanceof HTMLElement && focusBefore.isConnected;
  const target = isThere && focusBefore !== document.body ? focusBefore : document.getElementById('content');
  focusBefore = null;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

export function useOpenedApproval(): string | null {
  return useStore(openedId);
}
