import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus into the form that replaces its button, and back. A form that was left open reopens without
 * taking the focus.
 */
export function useFocusSwitch<Form extends HTMLElement = HTMLFormElement>({
  isOpen,
  isRestored,
}: {
  isOpen: boolean;
  isRestored: boolean;
}): {
  form: RefObject<Form | null>;
  button: RefObject<HTMLButtonElement | null>;
} {
  const form = useRef<Form>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (!isOpen) button.current?.focus();
    else if (!isRestored) form.current?.focus();
  }, [isOpen, isRestored]);
  return { form, button };
}
