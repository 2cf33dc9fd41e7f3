import type { WorkflowField } from '../contracts/workflows';

/**
 * Asks for the value of a required field: "Enter a folder.", "Enter text for “Project name”." A label of
 * several words may be anything ("Save as", "Who pays?"), so it is quoted, after the kind of value that the
 * field takes.
 */
export function requiredMessage({ label, type }: Pick<WorkflowField, 'label' | 'type'>): string {
  if (type === 'choice' || type === 'several_choices') return `Choose an option for “${label}”.`;
  return /^\p{L}+$/u.test(label)
    ? `Enter ${withArticle(label)}.`
    : `Enter ${describeValue(type)} for “${label}”.`;
}

function describeValue(type: WorkflowField['type']): string {
  if (type === 'text' || type === 'long_text') return 'text';
  return type === 'path' || type === 'date' || type === 'number' ? `a ${type}` : 'a value';
}

function withArticle(label: string): string {
  const isAcronym = label.length > 1 && label === label.toUpperCase();
  const noun = isAcronym ? label : label.toLowerCase();
  if (!isAcronym && /[^isu]s$/.test(noun)) return noun;
  const startsWithVowel = isAcronym
    ? /^[AEFHILMNORSX]/.test(noun)
    : /^(?!uni|us[eu]|eu|one)[aeiou]/.test(noun);
  return `${startsWithVowel ? 'an' : 'a'} ${noun}`;
}
