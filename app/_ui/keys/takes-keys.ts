const textFields =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"], [type="button"], [type="submit"])';

/** A field that a person types a text into. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches(textFields);
}

/** Whether keys belong to what has the focus: a field takes them as text, and a list of choices looks for their letters. */
export function takesKeys(target: EventTarget | null): boolean {
  return isTextField(target) || target instanceof HTMLSelectElement;
}
