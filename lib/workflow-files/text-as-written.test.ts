import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWorkflow } from './parse-workflow';
import { agentFile, known } from './testing/workflow-file';

const parse = (lines: string[]) =>
  parseWorkflow('look.md', new TextEncoder().encode(agentFile(lines, '{{ it }}\n')), known);

function fieldOf(settings: readonly string[]) {
  const lines = settings.map((setting) => `    ${setting}`);
  const parsed = parse(['parameters:', '  - name: it', ...lines]);
  if (!parsed.ok) throw new Error(parsed.faults.map(({ reason }) => reason).join('; '));
  return parsed.workflow.fields[0];
}

const digits = fc.stringMatching(/^[0-9]{1,24}$/);
/** YAML reads these as numbers, true or false. */
const scalars = fc.oneof(
  digits,
  fc.tuple(digits, digits).map(([whole, part]) => `${whole}.${part}`),
  fc.tuple(digits, fc.integer({ min: 0, max: 400 })).map(([whole, power]) => `${whole}e${power}`),
  fc.stringMatching(/^0x[0-9A-F]{1,20}$/),
  fc.stringMatching(/^0o[0-7]{1,20}$/),
  fc.tuple(fc.constantFrom('-', '+'), digits).map((parts) => parts.join('')),
  fc.constantFrom(
    '3.10',
    '1e3',
    '0x1F',
    '007',
    '.5',
    '5.',
    '-0',
    '.inf',
    '-.Inf',
    '.nan',
    '12345678901234567890',
  ),
  fc.constantFrom(
    'true',
    'True',
    'TRUE',
    'false',
    'False',
    'yes',
    'no',
    'on',
    'off',
    '1_000',
    '2026-11-27',
    '12:30',
  ),
);

describe('a text keeps what the file says', () => {
  test('as an option, in a list or as a group', () => {
    fc.assert(
      fc.property(fc.uniqueArray(scalars, { minLength: 1, maxLength: 5 }), fc.boolean(), (texts, isGroup) => {
        const options = texts.map((text) => (isGroup ? `{ value: ${text}, label: ${text} }` : text));
        const field = fieldOf(['label: It', 'type: choice', `options: [${options.join(', ')}]`]);
        expect(field?.options).toEqual(texts.map((text) => ({ value: text, label: text })));
      }),
    );
  });

  test('as a default, a label, a help text, a placeholder and a unit', () => {
    fc.assert(
      fc.property(scalars, (text) => {
        const texts = [`label: ${text}`, `help: ${text}`, `placeholder: ${text}`, `default: ${text}`];
        expect(fieldOf(['type: text', ...texts])).toMatchObject({
          label: text,
          help: text,
          placeholder: text,
          default: text,
        });
        expect(fieldOf(['label: It', 'type: number', `unit: ${text}`])).toMatchObject({ unit: text });
        const chosen = fieldOf([
          'label: It',
          'type: several_choices',
          `options: [${text}]`,
          `default: [${text}]`,
        ]);
        expect(chosen?.default).toEqual([text]);
      }),
    );
  });

  test('as a title, a category and a description', () => {
    fc.assert(
      fc.property(scalars, (text) => {
        const file = agentFile().replace(/^(title|category|description): .*$/gm, `$1: ${text}`);
        const parsed = parseWorkflow('look.md', new TextEncoder().encode(file), known);
        expect(parsed).toMatchObject({ workflow: { title: text, category: text, description: text } });
      }),
    );
  });

  test('also where an alias repeats a number', () => {
    const field = fieldOf(['label: It', 'type: choice', 'help: &version 3.10', 'options: [*version]']);
    expect(field).toMatchObject({ help: '3.10', options: [{ value: '3.10', label: '3.10' }] });
  });
});

test('a number stays a number where one is wanted', () => {
  expect(fieldOf(['label: It', 'type: number', 'min: 0x1F', 'default: 50.50'])).toMatchObject({
    min: 31,
    default: 50.5,
  });
});

test('a number that would be rounded is refused, with its line', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 53n + 1n, max: 10n ** 40n }), (number) => {
      fc.pre(BigInt(Number(number)) !== number);
      const parsed = parse([
        'parameters:',
        '  - name: it',
        '    label: It',
        '    type: number',
        `    max: ${number}`,
      ]);
      expect(parsed.ok).toBe(false);
      if (parsed.ok) return;
      expect(parsed.faults).toEqual([
        {
          line: expect.any(Number),
          reason: 'This number has too many digits. If it is text, put it in quotes.',
        },
      ]);
    }),
  );
});

describe('the default of a switch', () => {
  const cases = (word: string) => [word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`];
  const words = { true: ['on', 'yes', 'true'], false: ['off', 'no', 'false'] };
  const all = Object.entries(words).flatMap(([value, of]) =>
    of
      .flatMap(cases)
      .flatMap((word) => [word, `"${word}"`].map((written) => [written, value === 'true'] as const)),
  );

  test.each(all)('%s is a switch that is on: %s', (word, isOn) => {
    expect(fieldOf(['label: It', 'type: switch', `default: ${word}`])?.default).toBe(isOn);
  });

  test.each(['y', 'enabled', '1', '0', 'maybe', '[true]'])(
    '%s is refused, and the reason says what to write',
    (word) => {
      expect(() => fieldOf(['label: It', 'type: switch', `default: ${word}`])).toThrow(
        /Write true or false|write text/,
      );
    },
  );
});
