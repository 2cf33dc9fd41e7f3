import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
};

/**
 * Returns the code in the fragment of the address, which no server gets and no log has. It is empty without
 * one, and null until the page has looked.
 */
export const useLinkCode = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => decodeFragment(window.location.hash.slice(1)),
    () => null,
  );

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
