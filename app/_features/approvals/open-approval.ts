import { createStore, useStore } from '../../_client/external-store';

/** Which request the dialog shows, and which ones were closed without deciding and must not open by themselves again. */
const openedId = createStore<string | null>(null);
const closedIds = new Set<string>();
let focusBefore: Element | null = null;

export function openApproval(id: string): void {
  if (openedId.get() === null) focusBefore = document.activeElement;
  openedId.set(id);
}

/** For requests that come up by themselves: never over another one, and not after the person has closed it. */
export function offerApproval(id: string): void {
  if (openedId.get() === null && !closedIds.has(id)) openApproval(id);
}

export function closeApproval(): void {
  const id = openedId.get();
  if (id !== null) closedIds.add(id);
  openedId.set(null);
}

/** After the dialog the focus is where it was; where that is gone, at the content of the page. */
export function returnFocus(): void {
  const isThere = focusBefore instanceof HTMLElement && focusBefore.isConnected;
  const target = isThere && focusBefore !== document.body ? focusBefore : document.getElementById('content');
  focusBefore = null;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

export function useOpenedApproval(): string | null {
  return useStore(openedId);
}
