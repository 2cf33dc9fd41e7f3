import type { WorkflowField } from '@/lib/contracts/workflows';

const maxNamed = 4;

/** "Needs: document": the required fields without a default; null when the workflow can start as it is. */
export function describeNeededInput(fields: readonly WorkflowField[]): string | null {
  const names = fields.filter(isNeeded).map(nameOf);
  if (names.length === 0) return null;
  const more = names.length - maxNamed;
  return `Needs: ${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A switch is on or off from the start. */
function isNeeded({ required, type, default: initial }: WorkflowField): boolean {
  return required && type !== 'switch' && (initial === null || initial === '');
}

/** The label inside a sentence. A label that is a question does not fit there; the field's own name does. */
function nameOf({ label, name }: WorkflowField): string {
  if (label.trimEnd().endsWith('?')) return name.replaceAll('_', ' ');
  const isAcronym = /^\p{Lu}{2}/u.test(label);
  return isAcronym ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
