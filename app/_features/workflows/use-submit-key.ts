import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

/**
 * Ctrl+Enter submits the form from anywhere on the page, except from a dialog and from a field outside the
 * form.
 */
export function useSubmitKey(form: RefObject<HTMLFormElement | null>, submit: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
    if (event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
    if (isFieldElsewhere(event.target, form.current)) return;
    event.preventDefault();
    submit();
  });
}

function isFieldElsewhere(target: EventTarget | null, form: HTMLFormElement | null): boolean {
  if (!(target instanceof HTMLElement) || form?.contains(target)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
