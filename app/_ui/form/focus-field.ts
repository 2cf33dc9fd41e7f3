const fields = 'input:not([type="hidden"], [disabled]), textarea:not([disabled]), select:not([disabled])';

/** Moves the focus to the first field of a form that has an error. */
export function focusFirstError(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
  focusFieldIn(wrong ?? null);
}

/**
 * Moves the focus to a field, or to the first field inside an element. Its text stays, with the caret at the
 * end.
 */
export function focusFieldIn(element: HTMLElement | null): void {
  const field = element?.matches(fields) ? element : element?.querySelector<HTMLElement>(fields);
  field?.focus();
}

/**
 * Moves the focus when a form opens. It does nothing on a touch screen, where the keyboard would cover the
 * form, or when something else has the focus.
 */
export function focusFirstField(form: HTMLElement | null): void {
  const focused = document.activeElement;
  const isFree = focused === null || focused === document.body || focused.id === 'content';
  if (isFree && window.matchMedia('(hover: hover)').matches)
    form?.querySelector<HTMLElement>(fields)?.focus({ preventScroll: true });
}
