import { expect, test } from 'vitest';
import { addPairs } from './pair-rows';
import { readTuningDraft, toTuningDraft } from './tuning-draft';

const empty = toTuningDraft({});

test('what is stored comes back as it was, line breaks and backslashes included', () => {
  const tuning = {
    temperature: 0,
    maxTokens: 900,
    stop: ['\n{"tool_result"', 'C:\\new', '\\n', 'a\tb'],
    reasoningEffort: 'low',
    windowTokens: 32_768,
    inputPrice: 0.25,
    cachedPrice: 0,
    outputPrice: 2,
  };
  const draft = toTuningDraft(tuning);
  expect(draft.stop.split('\n')).toHaveLength(4);
  expect(readTuningDraft(draft)).toEqual({ tuning, problems: {} });
  expect(readTuningDraft(empty)).toEqual({ tuning: {}, problems: {} });
});

test('numbers are read as people write them', () => {
  const draft = { ...empty, temperature: ' 0,5 ', maxTokens: '2 000', windowTokens: '32,768' };
  expect(readTuningDraft(draft).tuning).toEqual({ temperature: 0.5, maxTokens: 2_000, windowTokens: 32_768 });
});

test.each([
  [{ temperature: '2.1' }, { temperature: 'Enter a number from 0 to 2, or leave it empty.' }],
  [{ temperature: '1e1' }, { temperature: expect.stringContaining('a number') }],
  [{ maxTokens: '1.5' }, { maxTokens: expect.stringContaining('a whole number from 1 to 10,000,000') }],
  [{ windowTokens: '-1' }, { windowTokens: expect.stringContaining('from 1,000') }],
  [{ stop: 'a\nb\nc\nd\ne' }, { stop: 'Enter at most 4 sequences.' }],
  [{ inputPrice: '1' }, { outputPrice: expect.stringContaining('Enter this price') }],
  [{ cachedPrice: '1' }, { inputPrice: expect.stringContaining('Enter this price') }],
])('%o is refused at its field', (typed, problems) => {
  expect(readTuningDraft({ ...empty, ...typed }).problems).toEqual(problems);
});

test('a parameter of a copied address takes the place of the one with its name', () => {
  const rows = [{ id: '4', name: 'api-version', isStored: true }];
  const pairs = [
    { name: 'api-version', value: 'new' },
    { name: 'tier', value: 'x' },
  ];
  expect(addPairs(rows, { 4: 'old' }, pairs)).toEqual({
    rows: [...rows, { id: '5', name: 'tier', isStored: false }],
    values: { 4: 'new', 5: 'x' },
  });
});
