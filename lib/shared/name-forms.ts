/**
 * One name may be written in several Unicode forms: "é" is one character, or an "e" and an accent, as macOS writes it. Readers
 * see no difference. Every comparison of names is this one: in NFC, as on macOS. Case counts, and so does every other difference.
 */
export function toOneForm(name: string): string {
  return name.normalize('NFC');
}

export function isSameName(one: string, other: string): boolean {
  return one === other || toOneForm(one) === toOneForm(other);
}

/** False: no other text is the same name. Of ASCII, only these three characters have a second form, such as the sign for kelvin. */
export function hasOtherForms(name: string): boolean {
  return /[^\0-\x7f]|[K;`]/.test(name);
}
