import type { WorkflowField } from '../contracts/workflows';

/**
 * What to say for a required field without a value: "Enter a folder.", "Fill in “Project name”." A label of several words may
 * be anything ("Save as", "Who pays?"), so that no sentence is built around it.
 */
export function requiredMessage({ label, type }: Pick<WorkflowField, 'label' | 'type'>): string {
  if (type === 'choice' || type === 'several_choices') return `Choose an option for “${label}”.`;
  return /^\p{L}+$/u.test(label) ? `Enter ${withArticle(label)}.` : `Fill in “${label}”.`;
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
