import { isSameName } from '@/lib/shared/name-forms';

/**
 * Leaves the typed path out of the options, also when the entry's name has another Unicode form. If two options
 * differ only in that form, both may be meant, so only the exact one is left out.
 */
export function leaveOutTyped(options: readonly string[], typed: string): string[] {
  const same = options.filter((option) => isSameName(option, typed));
  return options.filter((option) => (same.length === 1 ? option !== same[0] : option !== typed));
}
