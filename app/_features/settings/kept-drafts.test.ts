import { expect, it } from 'vitest';
import { draftName, keepDraft, parseKeptDrafts } from './kept-drafts';

const versions = [{ text: 'first' }, { text: 'second' }];
const keep = (kept: string[], text: string, from: string) => keepDraft(kept, { text, from, versions });

it('an edited text is kept when another one takes its place', () => {
  expect(keep([], 'edited', '2')).toEqual(['edited']);
  expect(keep(['edited'], 'edited again', '1')).toEqual(['edited', 'edited again']);
});

it('a kept draft that was edited further stays the same one', () => {
  expect(keep(['one', 'two'], 'two!', draftName(1))).toEqual(['one', 'two!']);
});

it.each(['first', 'second', 'edited', '', ' \n'])('%j can be had again anyway, or is nothing', (text) => {
  const kept = ['edited'];
  for (const from of ['2', draftName(0)]) expect(keep(kept, text, from)).toBe(kept);
});

it('each kept draft has its own name', () => {
  expect([0, 1, 2].map(draftName)).toEqual(['Your draft', 'Your draft 2', 'Your draft 3']);
});

it('only texts are read back', () => {
  expect(parseKeptDrafts(['a', 'b'])).toEqual(['a', 'b']);
  for (const stored of [null, 'a', { 0: 'a' }, ['a', 1]]) expect(parseKeptDrafts(stored)).toBeNull();
});
