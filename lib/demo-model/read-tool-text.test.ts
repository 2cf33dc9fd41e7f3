import { expect, test } from 'vitest';
import {
  commandOutput,
  fileLines,
  httpAnswer,
  listedFiles,
  nextStartLine,
  searchHits,
} from './read-tool-text';

test('file lines are returned without line numbers and surrounding notes', () => {
  const text =
    'a.md, lines 1 to 3 of 9:\n1\t# A\n2\t\n3\t4\tfour\n[Lines 4 to 9 left out. Go on with start_line 4.]';
  expect(fileLines(text)).toEqual(['# A', '', '4\tfour']);
  expect(nextStartLine(text)).toBe(4);
  expect([fileLines('a.md is empty.'), nextStartLine('1\ta')]).toEqual([[], null]);
});

test('a listing gives files, not folders, links or notes', () => {
  const text = [
    'inbox: 3 files, 1 folder',
    'inbox/scan (1).pdf  (3 KB)',
    'inbox/old/',
    'inbox/to-elsewhere  (link, not followed)',
    '[… 120 characters left out here. List a subfolder to see the rest.]',
    'inbox/notes',
  ].join('\n');
  expect(listedFiles(text)).toEqual(['inbox/scan (1).pdf', 'inbox/notes']);
});

test('search results give path, line and text', () => {
  const text =
    '1 match in 1 file.\nnotes/a b.md:12:   at 10:30: budget\n[There is more: search a subfolder.]';
  expect(searchHits(text)).toEqual([{ path: 'notes/a b.md', line: 12, text: '  at 10:30: budget' }]);
});

test('commands and requests return their code and output', () => {
  expect(commandOutput('exit code 1\n\nstderr:\nno\n\nyes')).toEqual({
    exitCode: 1,
    output: 'stderr:\nno\n\nyes',
  });
  expect(commandOutput('ended by SIGKILL\n\nIt printed nothing.').exitCode).toBeNull();
  expect(httpAnswer('HTTP 404 Not Found\nfrom http://a/\nx: y\n\nGone\n\n')).toEqual({
    status: 404,
    body: 'Gone\n\n',
  });
});
