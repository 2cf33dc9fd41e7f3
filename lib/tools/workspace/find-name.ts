import { toEscape } from '../../shared/hidden-characters';
import { hasOtherForms, isSameName } from '../../shared/name-forms';
import { systemErrorCode, ToolFailure } from '../tool-failure';
import { disk } from './disk';
import { lstatOrNull } from './open-file';
import type { OpenFolder } from './open-folder';

/**
 * The name on disk of the entry that a path calls `name`: exactly this one, or the only one that is the same in another Unicode form.
 * `name` itself when there is neither. Throws a `ToolFailure` that spells all of them when several have other forms.
 */
export async function findName(folder: OpenFolder, name: string, shown: string): Promise<string> {
  if (!hasOtherForms(name) || (await lstatOrNull(folder.entry(name))) !== null) return name;
  return (await findOtherForm(folder, name, shown)) ?? name;
}

/** For a `name` that is not there: the only entry with it in another form. Null: there is none. Throws as `findName` does. */
export async function findOtherForm(folder: OpenFolder, name: string, shown: string): Promise<string | null> {
  const [found, ...more] = (await listOtherForms(folder, name)).sort();
  if (found === undefined) return null;
  if (more.length === 0) return found;
  const spelled = [found, ...more].map(spell).join(' and ');
  throw new ToolFailure(
    'invalid_target',
    `${shown} is the name of more than one entry, in different Unicode forms: ${spelled}. Rename them so that they differ, or ` +
      'use the exact form of one.',
  );
}

/** The names in the folder that are this one in another form. None where the server may not list the folder. */
export async function listOtherForms(folder: OpenFolder, name: string): Promise<string[]> {
  if (!hasOtherForms(name)) return [];
  try {
    const entries = await disk.list(folder.location);
    const names = entries.map((entry) => entry.name).filter((other) => isSameName(other, name));
    // It has come in the meantime.
    return names.filter((other) => other !== name);
  } catch (error) {
    if (systemErrorCode(error) === 'EACCES' || systemErrorCode(error) === 'EPERM') return [];
    throw error;
  }
}

/** With an escape for everything that another form would write differently, so that readers see which form it is. */
function spell(name: string): string {
  return Array.from(name, (character) =>
    /[\p{M}\p{Cc}\u1100-\u11ff]/u.test(character) || character !== character.normalize('NFC')
      ? toEscape(character)
      : character,
  ).join('');
}
