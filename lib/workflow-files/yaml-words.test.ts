import { expect, test } from 'vitest';
import { readFrontMatter } from './read-front-matter';

const faultOf = (yaml: string) => {
  const read = readFrontMatter(`---\n${yaml}\n---\nLook\n`);
  return read.ok ? null : read.faults[0];
};

test.each([
  ['title: Plan: the second', 2, 'colon with a space'],
  ['title: "Plan', 2, 'closing quotation mark'],
  ["title: 'it's'", 2, 'needs quotes'],
  ['title: Plan\ntitle: Other', 3, 'there twice'],
  ['tools:\n\t- read_file', 3, 'Indent with spaces'],
  ['tools: [read_file', 2, 'indentation'],
  ['limits:\n    max_steps: 1\n  other: 2', 4, 'indentation'],
  ['title: *bold*', 2, 'Put the text in quotes'],
  ['title: @home', 2, 'Put the text in quotes'],
  ['title: !urgent', 2, 'Put the text in quotes|put the text in quotes'],
  ['title: "C:\\new\\q"', 2, 'backslash'],
  ['title\nid: x', 2, 'name and a colon'],
])('%j is explained in words of its author', (yaml, line, words) => {
  const fault = faultOf(yaml);
  expect(fault).toMatchObject({ line, reason: expect.stringMatching(words) });
  expect(fault?.reason).toMatch(/^[A-Z].*\.$/);
  expect(fault?.reason).not.toMatch(/\b(?:flow|scalar|token|implicit|compact|mapping|alias|anchor)\b/i);
});
