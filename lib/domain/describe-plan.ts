import { countOf } from '../shared/quantities';
import type { ToolCall } from './tool-call';

/** Says what an executed call of a built-in tool did. Calls of other tools are only counted. */
const deeds: Readonly<Record<string, { did: string; noun: string }>> = {
  write_file: { did: 'Created', noun: 'file' },
  edit_file: { did: 'Edited', noun: 'file' },
  move_file: { did: 'Moved', noun: 'item' },
  delete_file: { did: 'Deleted', noun: 'item' },
  run_command: { did: 'Ran', noun: 'command' },
  http_request: { did: 'Sent', noun: 'request' },
  read_file: { did: 'Read', noun: 'file' },
  list_files: { did: 'Listed', noun: 'folder' },
  search_files: { did: 'Ran', noun: 'search' },
};

type Deed = { did: string; noun: string; count: number };

/**
 * Returns the answer of a run whose fixed steps are all done, as Markdown: "Saved `notes/idea.md`.", "Created
 * 4 files.", "Moved 1 item and ran 2 commands." The page shows the steps above it and the files that they
 * leave below it.
 */
export function describePlan(plan: readonly ToolCall[]): string {
  const [only] = plan;
  const path = only?.parameters['path'];
  if (plan.length === 1 && only?.tool === 'write_file' && typeof path === 'string' && !/[`\n]/.test(path))
    return `Saved \`${path}\`.`;
  const counted: Deed[] = [];
  for (const call of plan) {
    const deed = toDeed(call);
    const known = counted.find(({ did, noun }) => did === deed.did && noun === deed.noun);
    if (known) known.count += 1;
    else counted.push({ ...deed, count: 1 });
  }
  const words = counted.map(({ did, noun, count }, index) => {
    const start = index === 0 ? did : did.toLowerCase();
    return `${start} ${countOf(count, noun, noun === 'search' ? 'searches' : undefined)}`;
  });
  return words.length === 0 ? 'Nothing needed doing.' : `${joinWords(words)}.`;
}

function toDeed({ tool, headline }: ToolCall): { did: string; noun: string } {
  const deed = Object.hasOwn(deeds, tool) ? deeds[tool] : undefined;
  if (!deed) return { did: 'Finished', noun: 'step' };
  return tool === 'write_file' && headline.startsWith('Overwrite') ? { ...deed, did: 'Replaced' } : deed;
}

function joinWords(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;
}
