import { forgetKeptContent } from './kept-content';

/** The server takes a change only with the key of this address. */
export const keyHeader = 'x-countersign-key';

const name = 'countersign-key';
/** Keys that the newest one may replace, the oldest first. */
const earlierName = 'countersign-earlier-keys';
/** A change is tried once with each, and a hostile page may have opened any number. */
const mostLater = 4;

/**
 * Keeps the key that a link brought in the fragment of the address, and takes it out of the address, so that
 * no history has it. It runs before the first request. Any page can open an address with a false key. So the
 * oldest and the latest keys stay until the server accepts one. The script of the door page does the same.
 */
export function takePageKey(): void {
  const key = /^#key=([\w-]{43})$/.exec(window.location.hash)?.[1];
  if (key === undefined) return;
  const [oldest, ...later] = listKeys().filter((other) => other !== key);
  if (oldest !== undefined)
    window.localStorage.setItem(earlierName, [oldest, ...later.slice(-mostLater)].join(' '));
  window.localStorage.setItem(name, key);
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
  window.localStorage.removeItem(earlierName);
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

/** Keeps a key that the server itself has just sent. */
export function keepPageKey(key: string): void {
  window.localStorage.setItem(name, key);
  window.localStorage.removeItem(earlierName);
}

/** Returns the key, or an empty text in a browser that lost it. */
export const readPageKey = (): string => read(name);

/** Returns the key to try when the server refused these, or null. */
export const findOtherKey = (refused: readonly string[]): string | null =>
  [readPageKey(), ...listKeys()].find((key) => key !== '' && !refused.includes(key)) ?? null;

/** Keeps only the key that the server accepted, unless a newer one came meanwhile. */
export function confirmPageKey(accepted: string, refused: readonly string[] = []): void {
  if ([accepted, ...refused].includes(readPageKey())) keepPageKey(accepted);
}

/** Lists all keys, the oldest first. */
const listKeys = (): string[] => `${read(earlierName)} ${readPageKey()}`.split(' ').filter(Boolean);
const read = (item: string): string => window.localStorage.getItem(item) ?? '';
