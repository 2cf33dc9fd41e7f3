import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { formatLogLine } from './format-log-line';

/** Returns one log call as a person sees it. */
function shown(write: (log: pino.Logger) => void, isColored = false): string {
  let text = '';
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write: (line: string) => {
        text += formatLogLine(line, { isColored });
      },
    },
  );
  write(log);
  return text;
}

describe('a log line for people', () => {
  it('has the time, the level, the message and the facts on one line', () => {
    expect(
      shown((log) => log.info({ folder: '/home/me/my files', count: 3 }, 'Made the workspace folder')),
    ).toMatch(/^\d\d:\d\d:\d\d INFO {2}Made the workspace folder folder="\/home\/me\/my files" count=3\n$/);
  });

  it('shows an error with its id, its stack and its cause below the message', () => {
    const error = new Error('The disk is full', { cause: new TypeError('No space') });
    const text = shown((log) => log.error({ errorId: 'err_1', err: error }, 'A request failed'));
    const [first, ...below] = text.split('\n');
    expect(first).toMatch(/ERROR A request failed errorId=err_1$/);
    expect(below[0]).toBe('  Error: The disk is full');
    expect(text).toMatch(/\n {2} {4}at .+format-log-line\.test\.ts/);
    expect(text).toContain('TypeError: No space');
  });

  it('has colors only when enabled', () => {
    const write = (log: pino.Logger) => log.warn({ runId: 'run_1' }, 'The step limit was reached');
    expect(shown(write)).not.toContain('\u001b');
    expect(shown(write, true)).toContain('\u001b[33mWARN \u001b[0m');
  });

  it('shows a line that is not JSON unchanged', () => {
    expect(formatLogLine('{"level":30,\u001b[2J\n', { isColored: true })).toBe('{"level":30,\n');
  });

  it('never lets outside text control the terminal or start a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, fact) => {
        const text = shown((log) => log.warn({ fact }, message));
        expect(text.slice(0, -1)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
