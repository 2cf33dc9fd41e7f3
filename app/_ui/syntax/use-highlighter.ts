'use client';

import { useSyncExternalStore } from 'react';
import type { FindRanges } from './syntax-range';

let loaded: FindRanges | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

/** Returns null until the highlighter has loaded. The page draws text plain first and colors it in place. */
export function useHighlighter(isWanted: boolean): FindRanges | null {
  const findRanges = useSyncExternalStore(
    isWanted ? subscribe : ignore,
    () => loaded,
    () => null,
  );
  return isWanted ? findRanges : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!loaded && !isLoading) void load();
  return () => listeners.delete(listener);
}

function ignore(): () => void {
  return () => {};
}

async function load(): Promise<void> {
  isLoading = true;
  try {
    loaded = await (await import('./highlighter')).createHighlighter();
    for (const listener of listeners) listener();
  } catch {
    // The text is complete without colors, and the next text tries to load the highlighter again.
  }
  isLoading = false;
}
