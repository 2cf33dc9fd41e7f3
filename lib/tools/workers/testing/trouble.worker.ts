import { readFileSync } from 'node:fs';
import { ToolFailure } from '../../tool-failure';
import { answering } from '../worker-answer';

/** The job behaves in one of these ways, as the test asks. */
export type Trouble = 'none' | 'never_ends' | 'takes_all_memory' | 'fails' | 'no_such_file' | 'breaks';

/** `started` becomes 1 when the thread is at work. */
export default answering(({ trouble, started }: { trouble: Trouble; started: Int32Array }): string => {
  Atomics.store(started, 0, 1);
  if (trouble === 'never_ends') for (;;) Math.random();
  if (trouble === 'takes_all_memory') {
    const kept: number[][] = [];
    for (;;) kept.push(new Array(10_000).fill(kept.length));
  }
  if (trouble === 'fails')
    throw new ToolFailure('no_match', 'There is no such text.', {
      kind: 'text',
      title: 'Text',
      text: 'found',
      language: null,
    });
  if (trouble === 'no_such_file') return readFileSync('/no/such/file', 'utf8');
  if (trouble === 'breaks') throw new TypeError('a bug');
  return 'done';
});
