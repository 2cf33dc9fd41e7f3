import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from '../parse-reply';
import { runs } from '../testing/generated';
import { inForeignShell, ourShell } from '../testing/shells';
import { someAnswer, someCode } from '../testing/some-answer';
import { plainWrittenCall } from '../testing/some-call';
import { plainLead, reasoningMarks, someLead, someThought } from '../testing/some-words';
import { createTextGate } from './text-gate';

/** Returns the screen after each piece of a reply. */
function stream(reply: string, lengths: readonly number[]): string[] {
  let screen = '';
  const gate = createTextGate(() => {
    screen = '';
  });
  const screens: string[] = [];
  for (let at = 0, piece = 0; at < reply.length; piece += 1) {
    const length = lengths[piece % lengths.length] ?? 1;
    const shown = gate.push(reply.slice(at, at + length));
    screen += shown;
    screens.push(screen);
    at += length;
  }
  return screens;
}

const someLengths = fc.oneof(
  fc.constantFrom([1], [1_000_000]),
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
);
const someReasoning = fc
  .tuple(reasoningMarks, someThought, plainWrittenCall)
  .map(([[open, close], thought, { text }]) => `${open}${thought}\n${text}\n${close}\n`);
const someReply = fc
  .tuple(
    fc.option(someReasoning, { freq: 4 }),
    fc.oneof(
      someAnswer,
      fc
        .tuple(someAnswer, someCode)
        .map(([words, [label, code]]) => `${words}\n\n\`\`\`${label}\n${code}\n\`\`\`\n\n${words}`),
      fc
        .tuple(someLead, plainWrittenCall, ourShell)
        .map(([lead, { text }, wrap]) => `${lead}\n\n${wrap(text)}`),
      fc.tuple(plainLead, plainWrittenCall).map(([lead, { text }]) => `${lead} ${text}`),
    ),
  )
  .map(([reasoning, rest]) => `${reasoning ?? ''}${rest}`);

describe('the text on the screen while a reply arrives', () => {
  it('is the beginning of the answer, and of an attempt only the words before it', () => {
    fc.assert(
      fc.property(someReply, someLengths, (reply, lengths) => {
        const screen = stream(reply, lengths).at(-1) ?? '';
        const parsed = parseReply(reply);
        if (parsed.kind === 'text') expect(parsed.text.slice(0, screen.length)).toBe(screen);
        else expect(screen).not.toMatch(/"(tool|parameters|terminate)": ?["{tf]/);
      }),
      runs(150),
    );
  });

  it('holds no call of a reply that is one call in any shell', () => {
    const reply = plainWrittenCall.chain(({ text }) =>
      fc.oneof(
        inForeignShell(text),
        fc.constantFrom(
          `\`\`\`bash\n下一步： ${text}\n\`\`\``,
          `\n\n[move_file(from="a", parameters=1)]`,
          `/* ${text} */`,
          `Next: \`${text}\``,
        ),
      ),
    );
    fc.assert(
      fc.property(reply, someLengths, (text, lengths) => {
        expect(stream(text, lengths).at(-1) ?? '').not.toMatch(
          /"(tool|parameters|terminate)": ?["{tf]|\[move_/,
        );
      }),
      runs(50),
    );
  });

  it('is the same in the end, in pieces of any length', () => {
    fc.assert(
      fc.property(someReply, someLengths, (reply, lengths) => {
        expect(stream(reply, lengths).at(-1)).toBe(stream(reply, [1]).at(-1));
      }),
      runs(75),
    );
  });

  it('is the same for lines longer than any head, mark or wait', () => {
    const line = fc
      .tuple(plainLead, fc.integer({ min: 1, max: 200 }), fc.constantFrom('{x}', '`x`', '"', '<b>', ''))
      .map(([words, times, mark]) => `${`${words} `.repeat(times)}${mark} ${words}`);
    fc.assert(
      fc.property(line, someLengths, (reply, lengths) => {
        expect(stream(reply, lengths).at(-1)).toBe(stream(reply, [1]).at(-1));
      }),
      runs(50),
    );
  });

  it('is the same in the middle of a line, too, and never ends in half a character', () => {
    const pieces = [
      'a',
      ' ',
      '\n',
      '`',
      "x'tool':",
      "'t'",
      '"',
      '{',
      '<b>',
      '</think>',
      '[1]',
      'It’s',
      '👩‍👧',
      '計画',
    ];
    const line = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(line, someLengths, (reply, lengths) => {
        const screens = stream(`So: ${reply}`, lengths);
        expect(screens.at(-1)).toBe(stream(`So: ${reply}`, [1]).at(-1));
        for (const screen of screens) expect(screen.isWellFormed()).toBe(true);
      }),
      runs(125),
    );
  });

  it('is never more than a line behind in prose, nor in code after its first lines', () => {
    const prose = fc
      .array(
        fc.constantFrom(
          'A line of words.',
          'Noch eine Zeile.',
          '又一行。',
          '- a point',
          '## A heading',
          'with `code`',
        ),
        {
          minLength: 2,
          maxLength: 8,
        },
      )
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(prose, (words) => {
        const code = 'const a = 1;\nconst b = 2;\n';
        const reply = `${words}\n\n\`\`\`ts\n${code.repeat(5)}\`\`\`\n\n${words}`;
        const screens = stream(reply, [1]);
        const firstLines = reply.indexOf(code) + code.length;
        screens.forEach((screen, index) => {
          const arrived = reply.slice(0, index + 1);
          const isFenceStart = index >= words.length && index < firstLines;
          const complete = isFenceStart ? words : arrived.slice(0, arrived.lastIndexOf('\n') + 1);
          expect(screen.length).toBeGreaterThanOrEqual(complete.trimEnd().length);
        });
      }),
      runs(15),
    );
  });
});
