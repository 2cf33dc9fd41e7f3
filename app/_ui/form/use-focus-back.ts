import { type RefObject, useEffect, useRef } from 'react';

/** Returns the field that gets the focus when the buttons beside it go away together with the focus. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLSelectElement | null> {
  const field = useRef<HTMLSelectElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (isClosed && document.activeElement === document.body) field.current?.focus();
  }, [isOpen]);
  return field;
}
