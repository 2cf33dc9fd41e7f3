const textFields =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"], [type="button"], [type="submit"])';

/** Says whether a person types text into the target. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches(textFields);
}

/**
 * Says whether the focused element uses keys itself: a field takes them as text, and a list of choices
 * searches by letter.
 */
export function takesKeys(target: EventTarget | null): boolean {
  return isTextField(target) || target instanceof HTMLSelectElement;
}
