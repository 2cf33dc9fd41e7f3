import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { defineTool, type Tool } from '../../lib/tools/define-tool';

/**
 * Creates tools that add one line to a file for each execution, on disk before they return. The file is the
 * truth about what ran, whatever the database says. `look` may run twice; `mark` and `sign` must not, and
 * `sign` asks a person first.
 */
export function createOracleTools(file: string): Tool[] {
  return [
    oracle(file, 'look', { effect: 'reads', isIdempotent: true }),
    oracle(file, 'mark', { effect: 'reads', isIdempotent: false }),
    oracle(file, 'sign', { effect: 'sends', isIdempotent: false }),
  ];
}

/** Counts how often each call was executed, by its key. */
export function readExecutions(file: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function oracle(
  file: string,
  name: 'look' | 'mark' | 'sign',
  nature: { effect: 'reads' | 'sends'; isIdempotent: boolean },
): Tool {
  return defineTool({
    name,
    description: 'Notes that it ran.',
    parameters: z.strictObject({ key: z.string().describe('What to note.') }),
    capability: 'Note that it ran',
    ...nature,
    assess: () => ({ risk: 'low', reason: 'Only a note.', refusal: null }),
    headline: ({ key }) => `Note ${key}`,
    run: async ({ key }) => {
      const descriptor = openSync(file, 'a');
      writeSync(descriptor, `${key}\n`);
      fsyncSync(descriptor);
      closeSync(descriptor);
      const detail = { kind: 'text', title: 'Noted', text: key, language: null } as const;
      return { summary: key, modelText: key, detail };
    },
  });
}
