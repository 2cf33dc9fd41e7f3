import { forgetKeptContent } from './kept-content';

/** The server takes a change only with the key of this address. */
export const keyHeader = 'x-countersign-key';

const name = 'countersign-key';

/**
 * Keeps the key that a link brought in the fragment of the address, and takes it out of the address, so that
 * no history has it. It runs before the first request.
 */
export function takePageKey(): void {
  const key = /^#key=([\w-]{43})$/.exec(window.location.hash)?.[1];
  if (key === undefined) return;
  keepPageKey(key);
  hasTaken = true;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
}

let hasTaken = false;

/** Tells whether this page was opened with a key: its browser has just been let in. */
export const hasTakenPageKey = (): boolean => hasTaken;

/** Tells whether somebody was let in here and did not sign out. Their session may have ended since. */
export const hasPageKey = (): boolean => readPageKey() !== '';

/** The person chose to sign out here. Every tab of the browser learns of it, and keeps nothing of theirs. */
export function forgetPageKey(): void {
  forgetKeptContent();
  window.localStorage.removeItem(name);
}

/** Calls back when another tab forgot the key. Returns how to stop listening. */
export function onKeyForgotten(act: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === name && newValue === null) act();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export const keepPageKey = (key: string): void => window.localStorage.setItem(name, key);

/** Returns the key, or an empty text in a browser that lost it. */
export const readPageKey = (): string => window.localStorage.getItem(name) ?? '';
