import { expect, test } from 'vitest';
import { describeKind } from './describe-kind';

test.each([
  ['README.md', null, 'Markdown'],
  ['app/check.mjs', null, 'JavaScript'],
  ['SRC/MAIN.TS', null, 'TypeScript'],
  ['data.csv', null, 'CSV table'],
  ['logo.png', 'image/png', 'PNG picture'],
  ['report.pdf', null, 'File'],
  ['Makefile', null, 'File'],
  ['notes.md/plan', null, 'File'],
  ['notes/.md', null, 'File'],
  ['constructor.constructor', null, 'File'],
])('%s of type %s is called: %s', (path, pictureType, kind) => {
  expect(describeKind(path, pictureType)).toBe(kind);
});
