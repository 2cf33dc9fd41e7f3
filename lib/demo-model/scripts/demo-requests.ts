import { demonstrations } from './demonstrations';

/**
 * The script understands these free requests. Forms offer them, most useful first, and the answer to any
 * other request lists them.
 */
export const demoRequests: readonly string[] = [
  'summarize report-q3.md',
  'write notes/hello.md: Hello there',
  'list the files in notes',
  'search for "budget"',
  'run `node check.mjs` in app',
  'read README.md',
  'move notes/ideas.md to archive/ideas.md',
  'delete notes/hello.md',
  'get https://example.com/',
  ...demonstrations,
];
