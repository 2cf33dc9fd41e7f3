import { useEffect, useRef } from 'react';
import type { Draft } from '../../_client/drafts';

/** Moves the focus along when the form of a draft takes the place of its button, and back. A draft that was kept opens its form quietly. */
export function useFocusSwitch<Form extends HTMLElement = HTMLFormElement>({
  value,
  isRestored,
}: Pick<Draft<unknown>, 'value' | 'isRestored'>) {
  const form = useRef<Form>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = value !== null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (!isOpen) button.current?.focus();
    else if (!isRestored) form.current?.focus();
  }, [isOpen, isRestored]);
  return { form, button };
}
