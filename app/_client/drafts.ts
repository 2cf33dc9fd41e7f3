import { useState, useSyncExternalStore } from 'react';

/**
 * Holds the unfinished input of this tab. Never put secrets here, because drafts are stored as plain text.
 */
const drafts = new Map<string, unknown>();
const listeners = new Set<() => void>();

export type Draft<Value> = {
  /** This is null when there is no draft. */
  value: Value | null;
  /** The draft is older than this form, because the person left it here earlier. */
  isRestored: boolean;
  keep(value: Value): void;
  /** `change` gets the current draft, which may be newer than `value`. */
  update(change: (now: Value | null) => Value | null): void;
  /** Call this after sending the input, or when the person no longer wants it. */
  discard(): void;
};

/**
 * Keeps unfinished input when the person leaves the page, reloads it or closes a dialog, until `discard`.
 * `name` identifies the input, for example `prompt.default`; a message uses its conversation's id. `parse`
 * returns null for stored data that no longer fits the form. Without a draft under `name`, the hook reads the
 * draft under one of `formerNames`. The first change removes that older draft.
 */
export function useDraft<Value>(
  name: string,
  parse: (stored: unknown) => Value | null,
  formerNames: readonly string[] = [],
): Draft<Value> {
  const read = () => readDraft(name, parse, formerNames);
  const write = (value: unknown) => writeDraft(name, value, formerNames);
  const value = useSyncExternalStore(subscribe, read, () => null);
  const [startedHere, setStartedHere] = useState<string | null>(null);
  return {
    value,
    isRestored: value !== null && startedHere !== name,
    keep(next) {
      if (value === null) setStartedHere(name);
      write(next);
    },
    update: (change) => write(change(read())),
    discard: () => write(null),
  };
}

function readDraft<Value>(
  name: string,
  parse: (stored: unknown) => Value | null,
  formerNames: readonly string[],
): Value | null {
  if (!drafts.has(name)) {
    const stored = [name, ...formerNames].map((each) => parse(readStored(each)));
    drafts.set(name, stored.find((value) => value !== null) ?? null);
  }
  return drafts.get(name) as Value | null;
}

function writeDraft(name: string, value: unknown, formerNames: readonly string[]): void {
  drafts.set(name, value);
  try {
    for (const former of formerNames) sessionStorage.removeItem(keyOf(former));
    if (value === null) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden. The draft then survives leaving the page, but not a reload.
  }
  for (const listener of listeners) listener();
}

function readStored(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

const keyOf = (name: string) => `countersign.draft.${name}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
