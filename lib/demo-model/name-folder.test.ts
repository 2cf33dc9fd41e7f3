import { describe, expect, it } from 'vitest';
import type { DemoOutcome, DemoScript, DemoStep } from './demo-turn';
import { askAboutFolder } from './scripts/ask-about-folder';
import { findAndReplace } from './scripts/find-and-replace';
import { organizeFiles } from './scripts/organize-files';

const failed: DemoOutcome = { ok: false, code: 'not_found', message: 'It is not there.' };
const listed: DemoOutcome = { ok: true, text: 'The workspace:\nplan.md  (5 bytes)\nold.md  (5 bytes)\n' };
const nothing: DemoOutcome = { ok: true, text: 'No matches.' };

/** Every kind of reply that may name the folder. */
const replies: { name: string; script: DemoScript; steps: [tool: string, outcome: DemoOutcome][] }[] = [
  { name: 'a question begins', script: askAboutFolder, steps: [] },
  { name: 'a question’s folder is missing', script: askAboutFolder, steps: [['list_files', failed]] },
  {
    name: 'a question has no answer',
    script: askAboutFolder,
    steps: [['list_files', listed], ...Array<[string, DemoOutcome]>(2).fill(['search_files', nothing])],
  },
  { name: 'sorting begins', script: organizeFiles, steps: [] },
  { name: 'the folder to sort is missing', script: organizeFiles, steps: [['list_files', failed]] },
  { name: 'nothing is to sort', script: organizeFiles, steps: [['list_files', { ok: true, text: '' }]] },
  { name: 'a replacement begins', script: findAndReplace, steps: [] },
  { name: 'nothing is to replace', script: findAndReplace, steps: [['search_files', nothing]] },
];

function say(script: DemoScript, folder: string, steps: [string, DemoOutcome][]): string {
  const reply = script({
    request: '',
    instructions: '',
    values: { folder, question: 'Which printers deliver?', find: 'one', replace_with: 'two' },
    steps: steps.map(([tool, outcome]): DemoStep => ({ tool, parameters: {}, outcome })),
    malformed: null,
  });
  return 'answer' in reply ? reply.answer : 'words' in reply ? (reply.words ?? '') : '';
}

describe.each(replies)('$name:', ({ script, steps }) => {
  it.each(['.', './', '././', './/', './/./'])('the workspace is named, not written as %s', (folder) => {
    const said = say(script, folder, steps);
    expect(said).toMatch(/\bthe workspace\b/i);
    expect(said).not.toMatch(/(?:^|[\s*])\.(?:\/|\s|\*|$)/);
  });

  it.each(['notes', 'notes/', './notes', 'notes//'])(
    'a folder has its own name, in one form: %s',
    (folder) => {
      expect(say(script, folder, steps)).toBe(say(script, 'notes', steps));
      expect(say(script, folder, steps)).toMatch(/\bnotes\b/);
    },
  );
});

it('a sentence begins with a capital letter', () => {
  const steps = replies[2]?.steps ?? [];
  const question = say(askAboutFolder, '.', steps);
  expect(question).toMatch(/^No file mentions .*\. The workspace contains 2 files:/);
});
