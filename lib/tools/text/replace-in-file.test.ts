import { afterAll, expect, it } from 'vitest';
import { ToolFailure } from '../tool-failure';
import { createWorkers, type Workers } from '../workers/workers';
import { maxFileBytes } from '../workspace/target';
import { replaceInFile } from './replace-in-file';
import { type Replacement, replaceText } from './replace-text';

const workers = createWorkers(null);
afterAll(() => workers.close());
const jobs: string[] = [];
const counting: Workers = {
  ...workers,
  run: (job, ...rest) => {
    jobs.push(job.file);
    return workers.run(job, ...rest);
  },
};
const replace = (text: string, replacement: Replacement) =>
  replaceInFile(counting, 'a.txt', text, replacement);
const large = 'some words, é\r\n'.repeat(40_000);

it('a large text is changed in a thread, as it would be here', async () => {
  const replacement = { oldText: 'words', newText: 'a word\n', replacesAll: true };
  expect(await replace(large, replacement)).toEqual(replaceText('a.txt', large, replacement, maxFileBytes));
  expect(jobs.splice(0)).toEqual(['lib/tools/text/replace-text']);
});

it('what is wrong with a change of a large text is said in the same words', async () => {
  for (const [oldText, replacesAll, newText] of [
    ['words', false, 'x'],
    ['some  words', false, 'x'],
    ['\n', true, 'x'.repeat(1_000)],
  ] as const) {
    const replacement = { oldText, newText, replacesAll };
    const failure = await replace(large, replacement).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(failure).toEqual(thrownBy(() => replaceText('a.txt', large, replacement, maxFileBytes)));
  }
  expect(jobs.splice(0)).toHaveLength(3);
});

it('a large old or new text is for a thread, too; a small change waits for none', async () => {
  const long = 'x'.repeat(500_000);
  expect(await replace(long, { oldText: long, newText: 'y', replacesAll: false })).toEqual({
    text: 'y',
    count: 1,
  });
  expect((await replace('y', { oldText: 'y', newText: long, replacesAll: false })).text).toBe(long);
  expect(jobs.splice(0)).toHaveLength(2);
  expect((await replace('a b', { oldText: 'b', newText: 'c', replacesAll: false })).text).toBe('a c');
  expect(jobs).toEqual([]);
});

it('a text of medium size waits for a thread only when there is something to explain', async () => {
  const medium = 'some words\n'.repeat(10_000);
  expect((await replace(medium, { oldText: 'words', newText: 'x', replacesAll: true })).count).toBe(10_000);
  expect(jobs).toEqual([]);
  const replacement = { oldText: 'some\u00a0words', newText: 'x', replacesAll: true };
  const failure = await replace(medium, replacement).catch((error: unknown) => error);
  expect(failure).toEqual(thrownBy(() => replaceText('a.txt', medium, replacement, maxFileBytes)));
  expect(jobs.splice(0)).toHaveLength(1);
});

function thrownBy(attempt: () => unknown): unknown {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}
