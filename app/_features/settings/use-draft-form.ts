import { type KeyboardEvent, useState } from 'react';
import { useDraft } from '../../_client/drafts';
import { isComposing } from '../../_ui/keys/is-composing';

export type DraftForm<Value> = {
  isOpen: boolean;
  value: Value;
  /** The form differs from what it opened with. */
  isChanged: boolean;
  /** The form shows again what the person left here earlier. */
  isRestored: boolean;
  open(): void;
  change(value: Value): void;
  /** Drops the changes and closes the form. */
  discard(): void;
  /** Closes the form on Escape while nothing in it has changed. */
  onKeyDown(event: KeyboardEvent): void;
};

/**
 * Manages a form that a button opens. Only changes from `initial` make a draft. A draft survives leaving the
 * page, and opens the form again. An untouched form leaves no draft.
 */
export function useDraftForm<Value>(
  name: string,
  parse: (stored: unknown) => Value | null,
  initial: Value,
): DraftForm<Value> {
  const draft = useDraft(name, parse);
  const [wasOpened, setWasOpened] = useState(false);
  const isChanged = draft.value !== null && !isSame(draft.value, initial);
  return {
    isOpen: wasOpened || isChanged,
    value: draft.value ?? initial,
    isChanged,
    isRestored: isChanged && draft.isRestored,
    open: () => setWasOpened(true),
    change(value) {
      setWasOpened(true);
      if (isSame(value, initial)) draft.discard();
      else draft.keep(value);
    },
    discard() {
      setWasOpened(false);
      draft.discard();
    },
    onKeyDown(event) {
      if (event.key !== 'Escape' || isChanged || isComposing(event) || isListOpen(event.target)) return;
      event.preventDefault();
      setWasOpened(false);
      draft.discard();
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An open list of choices below a field handles Escape itself. */
function isListOpen(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('[aria-expanded="true"], [data-expanded="true"]');
}
