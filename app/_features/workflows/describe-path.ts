import type { PathSuggestions } from '@/lib/contracts/files';
import type { WorkflowField } from '@/lib/contracts/workflows';
import { countOf, formatBytes } from '@/lib/shared/quantities';

type Expectation = NonNullable<WorkflowField['expects']>;

const isForFolder: Record<Expectation, boolean | null> = {
  existing_file: false,
  existing_folder: true,
  new_file: false,
  folder: true,
  any: null,
};

/** Describes the entry at a path now, for the field's purpose. Names a problem, but never blocks a start. */
export function describePath(
  typed: PathSuggestions['typed'],
  expects: Expectation,
  path: string,
): { text: string; isProblem: boolean } {
  switch (typed.state) {
    case 'refused':
      return { text: typed.message, isProblem: true };
    case 'absent':
      return describeAbsent(expects);
    case 'file':
      if (isForFolder[expects] === true) return { text: 'This is a file, not a folder.', isProblem: true };
      return { text: `Exists (${formatBytes(typed.size)}).`, isProblem: false };
    case 'folder':
      if (isForFolder[expects] === false) return { text: 'This is a folder, not a file.', isProblem: true };
      return { text: describeFolder(typed.entryCount, path), isProblem: false };
  }
}

function describeFolder(entryCount: number, path: string): string {
  const isWorkspace = /^\.?\/*$/.test(path.trim());
  return `${countOf(entryCount, 'item')}.${isWorkspace ? ' “.” is the whole workspace.' : ''}`;
}

function describeAbsent(expects: Expectation): { text: string; isProblem: boolean } {
  if (expects === 'new_file' || expects === 'folder') return { text: 'Will be created.', isProblem: false };
  if (expects === 'any') return { text: 'Does not exist yet.', isProblem: false };
  return { text: 'Does not exist.', isProblem: true };
}
