import { describe, expect, it } from 'vitest';
import { findIntent } from './find-intent';

const findCommand = (request: string) => {
  const intent = findIntent(request);
  return intent?.tool === 'run_command' ? intent.parameters : null;
};

describe('a command in a request', () => {
  it.each([
    ['run `node check.mjs` in app', 'node check.mjs', 'app'],
    ['can you run `ls -la`?', 'ls -la', '.'],
    ['run ls -la', 'ls -la', '.'],
    ['run node check.mjs in app', 'node check.mjs', 'app'],
    ['Please run npm test in the folder app.', 'npm test', 'app'],
    ['execute the command git status', 'git status', '.'],
  ])('%s', (request, command, folder) => {
    expect(findCommand(request)).toMatchObject({ command, folder });
  });

  it.each(['run the tests', 'Run a report on sales', 'How do I run ls here?', 'run'])(
    'is not guessed: %s',
    (request) => {
      expect(findCommand(request)).toBeNull();
    },
  );
});
