import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePlan } from './describe-plan';
import { sampleCall } from './fixtures/sample-run';

const write = (path: string, headline = `Write 1 line to ${path}`) =>
  sampleCall({ tool: 'write_file', parameters: { path }, headline });
const run = (tool: string) => sampleCall({ tool, parameters: {}, headline: 'Do it' });

describe('the answer of a run with fixed steps', () => {
  it.each([
    ['Saved `notes/2026-10-02 Call.md`.', [write('notes/2026-10-02 Call.md')]],
    ['Created 1 file.', [write('a`b.md')]],
    ['Created 4 files.', ['a', 'b', 'c', 'd'].map((path) => write(path))],
    ['Replaced 1 file and created 1 file.', [write('a', 'Overwrite a with 1 line'), write('b')]],
    ['Moved 2 items.', [run('move_file'), run('move_file')]],
    ['Ran 1 command.', [run('run_command')]],
    ['Ran 2 searches.', [run('search_files'), run('search_files')]],
    ['Created 1 file, edited 1 file, and ran 1 command.', [write('a'), run('edit_file'), run('run_command')]],
    ['Finished 2 steps.', [run('send_mail'), run('constructor')]],
    ['Nothing needed doing.', []],
  ])('%s', (answer, plan) => {
    expect(describePlan(plan)).toBe(answer);
  });

  it('counts every step once, whatever the steps are', () => {
    const tool = fc.constantFrom(
      'write_file',
      'edit_file',
      'move_file',
      'run_command',
      'my_tool',
      '__proto__',
    );
    fc.assert(
      fc.property(fc.array(tool, { minLength: 2, maxLength: 30 }), (tools) => {
        const answer = describePlan(tools.map((name) => run(name)));
        const numbers = answer.match(/\d+/g) ?? [];
        expect(numbers.reduce((sum, number) => sum + Number(number), 0)).toBe(tools.length);
        expect(answer).toMatch(/^[A-Z][^.]*\.$/);
      }),
    );
  });
});
