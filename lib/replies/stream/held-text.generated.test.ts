import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from '../parse-reply';
import { runs } from '../testing/generated';
import { createTextGate } from './text-gate';

/** Returns the screen after each character. */
function screensOf(reply: string): string[] {
  let screen = '';
  const gate = createTextGate(() => {
    screen = '';
  });
  return [...reply].map((character) => {
    screen += gate.push(character);
    return screen;
  });
}

const openers = [
  '3 files match',
  '42% of them match',
  '1,234.5 tons match',
  '2026-11-27: all match',
  '12:30 is the time',
  '`config.json` holds',
  '`npm run build` takes',
  '"Quoted" is the word',
  '"To be or not," he says',
  '“Quoted” is the word',
  '‘Quoted’ is the word',
  '«Cité» est le mot',
  "'tis the season",
  '(Short answer) it is',
  '(see below) it is',
  '[1] shows that',
  '[the plan](docs/plan.md) shows that',
  '- a point about',
  '– a dash and',
  '— a dash and',
  '… and then',
  '• a point about',
  '* a point about',
  '1. a point about',
  '2) a point about',
  '**Bold** words are',
  '*Slanted* words are',
  '_Slanted_ words are',
  '# A heading about',
  '¿Qué es',
  '¡Hola a',
  '§ 5 says',
  '$5 is the price',
  '€5 is the price',
  '@anna is the author',
  '~5 of them',
  '=> it follows',
  '/etc/hosts is a file',
  './run is a program',
  'src/index.ts exports a function',
  'read_file is the name',
  'Action items are these',
  'Tool calls are these',
  'Analysis shows that',
  'Parameters matter in that',
  '「引用」 is the word',
  '✅ Done and',
  '😀 is a face',
];
const someTail = fc
  .array(
    fc.constantFrom(
      'the',
      'words',
      'go',
      'on,',
      'and',
      'on.',
      'It’s',
      'a "quoted" word',
      'a {name} in it',
      '`code`',
      'f(x) = y',
      '[2]',
      'a <b>bold</b> one',
      'the "path" key',
      'a/b',
      'x_y',
      '10%',
      '(an aside)',
      'don’t',
      '`{x}` here',
      'the ‘tool’ word',
    ),
    { minLength: 6, maxLength: 20 },
  )
  .map((words) => words.map((word) => `${word} and then on`).join(' '));

/** A mark, and the words that show what it means, may wait up to this length. */
const longestHeld = 80;

describe('text without a line break', () => {
  it('is shown while it arrives, whatever it begins with, but for a few words', () => {
    fc.assert(
      fc.property(fc.constantFrom(...openers), someTail, (opener, tail) => {
        const reply = `${opener} ${tail}`;
        if (parseReply(reply).kind !== 'text') return;
        const arrived = [...reply];
        let length = 0;
        screensOf(reply).forEach((screen, index) => {
          length += arrived[index]?.length ?? 0;
          expect(reply.startsWith(screen)).toBe(true);
          expect({ reply: reply.slice(0, length), held: length - screen.length < longestHeld }).toMatchObject(
            {
              held: true,
            },
          );
        });
      }),
      runs(600),
    );
  });

  it('that begins with any character of Unicode that is no mark of a call is shown while it arrives', () => {
    const character = fc
      .integer({ min: 0x21, max: 0x1fbff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((one) => /[\p{P}\p{S}\p{N}\p{L}]/u.test(one) && !/[{<>|`[｛◁]/.test(one));
    fc.assert(
      fc.property(character, fc.constantFrom('', ' '), (first, blank) => {
        const reply = `${first}${blank}short words that go on and on and on and on and on and on and on and on.`;
        const screen = screensOf(reply).at(-1) ?? '';
        expect(screen.length).toBeGreaterThan(reply.length - longestHeld);
      }),
      runs(2_000),
    );
  });
});

it('no attempt after words that any mark begins is shown', () => {
  const attempt = fc.constantFrom(
    '{"tool": "read_file", "parameters": {"path": "a b c d.md"}, "terminate": false}',
    "{'tool': 'read_file', 'parameters': {'path': 'a b c d.md'}}",
    '"tool": "read_file", "parameters": {"path": "a b c d.md"}',
    '<invoke name="read_file"><parameter name="path">a b c d</parameter></invoke>',
    '<tool_call>{"tool": "read_file", "parameters": {"path": "a b c d"}}</tool_call>',
    '[TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "a b c d"}}]',
  );
  fc.assert(
    fc.property(
      fc.constantFrom('', ...openers),
      fc.constantFrom(' ', ': ', '\n', '\n\n'),
      attempt,
      (opener, between, call) => {
        const reply = `${opener}${between}${call}`;
        const screen = screensOf(reply).at(-1) ?? '';
        if (parseReply(reply).kind === 'text') return;
        expect(screen.length).toBeLessThanOrEqual(opener.length + between.length);
      },
    ),
    runs(600),
  );
});
