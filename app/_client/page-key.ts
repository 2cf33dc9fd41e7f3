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

export const forgetPageKey = (): void => window.localStorage.removeItem(name);

export const keepPageKey = (key: string): void => window.localStorage.setItem(name, key);

/** Returns the key, or an empty text in a browser that lost it. */
export const readPageKey = (): string => window.localStorage.getItem(name) ?? '';
