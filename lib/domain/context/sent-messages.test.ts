import { expect, it } from 'vitest';
import { historyOf } from '../fixtures/sample-history';
import { maxFoldedLines, toSentMessages } from './sent-messages';

const { transcript } = historyOf(maxFoldedLines + 10, 600);

const fold = (turns: number) =>
  toSentMessages(transcript, { results: turns, turns, maxCharacters: null })[3]?.content ?? '';

it('a hundred folded steps are all listed', () => {
  const text = fold(maxFoldedLines);
  expect(text.split('\n').slice(1)).toHaveLength(maxFoldedLines);
  expect(text).toContain('- step 1, ok: Read 1.md');
  expect(text).not.toContain('not listed');
});

it('of more folded steps the model is told how many are not listed, and how to find out about them', () => {
  for (const [turns, words] of [
    [maxFoldedLines + 1, '1 step before these is not listed'],
    [maxFoldedLines + 7, '7 steps before these are not listed'],
  ] as const) {
    const text = fold(turns);
    const [, note, first] = text.split('\n');
    expect(note).toBe(
      `- ${words}. What they changed is changed. Before you change it again, look with your tools at how things are now.`,
    );
    expect(first).toBe(`- step ${turns - maxFoldedLines + 1}, ok: Read ${turns - maxFoldedLines + 1}.md`);
    expect(text.split('\n').slice(2)).toHaveLength(maxFoldedLines);
  }
});
