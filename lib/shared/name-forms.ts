/**
 * One name may be written in several Unicode forms: "é" is one character, or an "e" and an accent, as macOS
 * writes it. Readers see no difference. Every comparison of names uses this form: NFC, as on macOS. Case
 * counts, and so does every other difference.
 */
export function toOneForm(name: string): string {
  return name.normalize('NFC');
}

export function isSameName(one: string, other: string): boolean {
  return one === other || toOneForm(one) === toOneForm(other);
}

/**
 * Returns false when no other text is the same name. Only these three characters of ASCII have a second form,
 * such as the sign for kelvin.
 */
export function hasOtherForms(name: string): boolean {
  return /[^\0-\x7f]|[K;`]/.test(name);
}
