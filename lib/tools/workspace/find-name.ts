import { toEscape } from '../../shared/hidden-characters';
import { hasOtherForms, isSameName } from '../../shared/name-forms';
import { obstructed, systemErrorCode } from '../tool-failure';
import { disk } from './disk';
import type { OpenFolder } from './open-folder';
import { lstatOrNull } from './open-regular-file';

/**
 * Returns the name on disk of the entry that a path calls `name`: exactly this one, or the only one that is
 * the same in another Unicode form, or `name` itself when there is neither. Throws a `ToolFailure` that
 * spells all of them when several have other forms.
 */
export async function findName(folder: OpenFolder, name: string, shown: string): Promise<string> {
  if (!hasOtherForms(name) || (await lstatOrNull(folder.entry(name))) !== null) return name;
  return (await findOtherForm(folder, name, shown)) ?? name;
}

/**
 * Returns the only entry that has a missing `name` in another form, or null when there is none. Throws as
 * `findName` does.
 */
export async function findOtherForm(folder: OpenFolder, name: string, shown: string): Promise<string | null> {
  const [found, ...more] = (await listOtherForms(folder, name)).sort();
  if (found === undefined) return null;
  if (more.length === 0) return found;
  const spelled = [found, ...more].map(spellForm).join(' and ');
  throw obstructed(
    'invalid_target',
    `${shown} is the name of more than one entry, in different Unicode forms: ${spelled}. Rename them so that they differ, or ` +
      'use the exact form of one.',
    { kind: 'ambiguous', path: shown },
  );
}

/**
 * Returns the names in the folder that are this one in another form. Returns none where the server may not
 * list the folder.
 */
export async function listOtherForms(folder: OpenFolder, name: string): Promise<string[]> {
  if (!hasOtherForms(name)) return [];
  try {
    const entries = await disk.list(folder.location);
    const names = entries.map((entry) => entry.name).filter((other) => isSameName(other, name));
    // The exact name may have appeared in the meantime.
    return names.filter((other) => other !== name);
  } catch (error) {
    if (systemErrorCode(error) === 'EACCES' || systemErrorCode(error) === 'EPERM') return [];
    throw error;
  }
}

/**
 * Writes an escape for everything that another form would write differently, so that readers see which form a
 * name has.
 */
export function spellForm(name: string): string {
  return Array.from(name, (character) =>
    /[\p{M}\p{Cc}\u1100-\u11ff]/u.test(character) || character !== character.normalize('NFC')
      ? toEscape(character)
      : character,
  ).join('');
}
