import type { FieldValue } from './workflow';

/**
 * A placeholder is a text between `{{` and `}}` with its position. `name` is null when the text cannot be the
 * name of a parameter.
 */
export type Placeholder = { text: string; name: string | null; offset: number };

const placeholderPattern = /\{\{([^{}\n]{0,100})\}\}/g;
const namePattern = /^[a-z][a-z0-9_]{0,39}$/;

export function findPlaceholders(template: string): Placeholder[] {
  return Array.from(template.matchAll(placeholderPattern), (match) => {
    const name = (match[1] ?? '').trim();
    return { text: match[0], name: namePattern.test(name) ? name : null, offset: match.index };
  });
}

/** Fills in the template in one pass, so that inserted text is never read as a template. */
export function replacePlaceholders(template: string, replace: (name: string) => string): string {
  return template.replace(placeholderPattern, (_text, inner: string) => replace(inner.trim()));
}

/** Writes a value as text: a switch as yes or no, several choices with commas, a number in digits. */
export function toText(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return toDigits(value);
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Writes 0.0000001 as a person enters it, not as 1e-7. JavaScript writes at most 100 places. */
function toDigits(value: number): string {
  const written = String(value);
  const [digits = '', power] = written.split('e-');
  if (power === undefined) return written;
  const places = Number(power) + (digits.split('.')[1]?.length ?? 0);
  return places <= 100 ? value.toFixed(places) : written;
}
