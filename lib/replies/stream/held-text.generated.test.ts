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
  '> A quote of',
  '> “Quoted” is',
  '- > A quote of',
  '| x | is the value and',
  '||x|| is the norm and',
  '[TODO] fix that',
  '[INFO] it starts and',
  '[] is an empty list and',
  '["a", "b"] is a list and',
  '[`a.ts`](a.ts) says that',
  '["A"](a.md) says that',
  '- **`a`**: the file and',
  '- `a` – the file and',
  '**`a`** is the file and',
  '$x^2 + y^2 = z^2$ holds and',
  '$\\{a, b\\}$ is the set and',
  '\\(a < b\\) holds and',
  'If a<b then',
  'x < 5 and',
  'a <- b is it and',
  '<- is an arrow and',
  '<5 ms is fast and',
  '<3 is a heart and',
  '<b>Bold</b> words are',
  '<kbd>Ctrl</kbd> is a key and',
  '<details><summary>More</summary> words',
  '<https://example.com> is the link and',
  '\\\\server\\share is the share and',
  'Vec<String> is a type and',
  'List<T> is a type and',
  'getUser() returns a name and',
  'functions.ts exports a name and',
  'Parameters: the first one and',
  'Terminate: a verb and',
  '50 % of it and',
  '==Marked== words are',
  '1️⃣ First it is and',
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
const longestHeld = 60;

/** Returns the longest text that was on no screen yet, and the reply up to its end. */
function longestHeldOf(reply: string) {
  let [length, longest, end] = [0, 0, 0];
  const arrived = [...reply];
  for (const [index, screen] of screensOf(reply).entries()) {
    length += arrived[index]?.length ?? 0;
    if (length - screen.length > longest) [longest, end] = [length - screen.length, length];
  }
  return { arrived: reply.slice(0, end), isLong: longest >= longestHeld };
}

describe('text without a line break', () => {
  it('is shown while it arrives, whatever it begins with, but for a few words', () => {
    fc.assert(
      fc.property(fc.constantFrom(...openers), someTail, (opener, tail) => {
        const reply = `${opener} ${tail}`;
        if (parseReply(reply).kind !== 'text') return;
        expect(reply.startsWith(screensOf(reply).at(-1) ?? '')).toBe(true);
        expect(longestHeldOf(reply)).toMatchObject({ isLong: false });
      }),
      runs(150),
    );
  });

  it('is shown while it arrives in languages that write no blanks', () => {
    const starts = [
      ...[
        '',
        '3',
        '3.',
        '1. ',
        '- ',
        '> ',
        '# ',
        '**',
        '2026年11月27日：',
        '“',
        '《',
        '（',
        '$x$',
        '[1]',
        '📌',
      ],
      ...[
        '`a.ts`',
        '[a](b.md)',
        '{1,2}',
        '{{name}}',
        '[]',
        '["a"]',
        '"tool"',
        '"path"',
        'x<5',
        'a<b',
        '<div>',
      ],
      ...[
        '<kbd>Ctrl</kbd>',
        'List<T>',
        'getUser()',
        '=>',
        '/etc/hosts',
        '[TODO]',
        'Tool',
        '`{}`',
        'f(x)={x}',
      ],
    ];
    const sentences = [
      '这个句子会一直继续下去，没有空格，也没有换行，所以它应该边到边显示，而不是一直等到最后才显示出来，这样用户就可以早一点开始阅读它的内容了。',
      'この文は改行も空白もなくずっと続くので、届いたところから順に表示されるべきであり、最後まで待ってから表示されるべきではありません。',
      'ประโยคนี้จะดำเนินต่อไปเรื่อยๆโดยไม่มีช่องว่างและไม่มีการขึ้นบรรทัดใหม่เพื่อให้ผู้ใช้เห็นข้อความได้ทันทีไม่ต้องรอ',
    ];
    for (const start of starts)
      for (const sentence of sentences) {
        const reply = `${start}${sentence}${start}${sentence}`;
        if (parseReply(reply).kind === 'text') expect(longestHeldOf(reply)).toMatchObject({ isLong: false });
      }
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
      runs(500),
    );
  });
});

it('a quote after words is shown while it arrives, whatever is in it, and so is the text after it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('> ', '  > ', '- > ', '> > '),
      fc.constantFrom(
        '{"tool": "read_file", "parameters": {}, "terminate": false}',
        '<tool_call>{"tool": "x"}</tool_call>',
        '`{"tool": "x"}`',
        '[TOOL_CALLS] [{}]',
      ),
      (mark, call) => {
        const reply = `It says:\n\n${mark}The quote has ${call} in its words.\n\nThe text after it goes on and on.`;
        if (parseReply(reply).kind === 'text') expect(screensOf(reply).at(-1)).toBe(reply);
      },
    ),
  );
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
    runs(150),
  );
});
