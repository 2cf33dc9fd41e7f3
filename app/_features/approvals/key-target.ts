/**
 * Says whether a key can mean this request: its answers are in the window, and no other dialog covers them.
 */
export function isInFront(bar: HTMLElement | null): boolean {
  if (!bar) return false;
  const { top, bottom } = bar.getBoundingClientRect();
  const isInWindow = top >= 0 && bottom <= window.innerHeight + 1;
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
  return isInWindow && dialogs.every((dialog) => dialog.contains(bar));
}
