import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleField } from '../contracts/fixtures/sample-field';
import { fieldTypes, type WorkflowField } from '../contracts/workflows';
import { toFormFields, validateValues } from './values';

const field = (changes: Partial<WorkflowField>) => sampleField('it', { label: 'It', ...changes });

function check(changes: Partial<WorkflowField>, value: unknown): unknown {
  const result = validateValues({ fields: [field(changes)] }, { it: value });
  return result.ok ? (result.values['it'] ?? null) : result.fieldErrors['it'];
}

const tooManyDigits = 'It has too many digits, so some would be lost. Enter at most 15.';

/** Counts a number in units of 10^-180, so that all spellings of one number give the same digits. */
function toPlaces(number: string | number): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(number)) ?? [];
  const units = BigInt(`${whole}${part.padEnd(80, '0')}`) * 10n ** 100n;
  const shifted = Number(power) < 0 ? units / 10n ** BigInt(-Number(power)) : units * 10n ** BigInt(power);
  return shifted === 0n ? '0' : `${sign}${shifted}`;
}

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('values of a form', () => {
  test.each([
    [{}, ' kept as it is ', ' kept as it is '],
    [{}, 'two\nlines', 'It must be a single line.'],
    [{ type: 'long_text' }, 'two\nlines', 'two\nlines'],
    [{}, 'bell\u0007', 'It contains a hidden control character. Type it again.'],
    [{}, '\ud800', 'It contains a hidden control character. Type it again.'],
    [{}, 3, 'It must be text.'],
    [{ required: true }, '  ', 'Enter an it.'],
    [{ maxLength: 3 }, 'four', 'It can have at most 3 characters; this has 4.'],
    [
      { label: 'Who pays?', maxLength: 3 },
      'x'.repeat(1_200),
      '“Who pays?” can have at most 3 characters; this has 1,200.',
    ],
    [{ minLength: 3 }, 'no', 'It needs at least 3 characters; this has 2.'],
    [{ pattern: '[a-z]+' }, 'abc', 'abc'],
    [{ pattern: '[a-z]+' }, 'abc1', 'It must have the format [a-z]+.'],
    [{ pattern: 'a|b', patternMessage: 'a or b' }, 'ax', 'a or b'],
    [{ type: 'number' }, '2.5', 2.5],
    [{ type: 'number' }, '0x10', 'It must be a number.'],
    [{ type: 'number', min: 1 }, 0, 'It must be 1 or more.'],
    [{ type: 'number' }, Number.NaN, 'It must be a number.'],
    [{ type: 'switch', required: true }, false, false],
    [{ type: 'switch' }, 'true', 'Choose on or off for “It”.'],
    [{ type: 'choice', options }, 'b', 'b'],
    [{ type: 'choice', options }, 'c', 'Choose an option for “It”.'],
    [{ type: 'several_choices', options }, ['b', 'a', 'b'], ['a', 'b']],
    [{ type: 'several_choices', options, max: 1 }, ['a', 'b'], 'Choose at most 1 option for “It”.'],
    [{ type: 'several_choices', options, required: true }, [], 'Choose an option for “It”.'],
    [{ type: 'date' }, '2026-02-28', '2026-02-28'],
    [{ type: 'date' }, '2026-02-30', 'It must be a date such as 2026-10-02.'],
    [{ type: 'path' }, ' notes/a.md ', 'notes/a.md'],
    [{ type: 'path' }, '/etc/passwd', 'It must be inside the workspace folder, for example notes/plan.md.'],
    [{ type: 'path' }, 'C:\\a', 'It must be inside the workspace folder, for example notes/plan.md.'],
    [{ type: 'path' }, 'c:/a', 'It must be inside the workspace folder, for example notes/plan.md.'],
    [{ type: 'path' }, 'a: b.md', 'a: b.md'],
    [{ type: 'path' }, 'n:1/x:y', 'n:1/x:y'],
    [{ type: 'path' }, 'a/../../b', 'It must stay inside the workspace folder. Remove “..”.'],
  ] as [Partial<WorkflowField>, unknown, unknown][])('%o given %j: %j', (changes, value, expected) => {
    expect(check(changes, value)).toEqual(expected);
  });

  test('a number is the one that was entered, or refused because of its digits', () => {
    const digits = fc.stringMatching(/^\d{1,40}$/);
    fc.assert(
      fc.property(fc.constantFrom('', '-'), digits, fc.option(digits), (sign, whole, part) => {
        const entered = `${sign}${whole}${part === null ? '' : `.${part}`}`;
        const found = check({ type: 'number' }, entered);
        if (typeof found !== 'number') expect(found).toBe(tooManyDigits);
        else expect(toPlaces(found)).toBe(toPlaces(entered));
        if (whole.length + (part ?? '').length <= 15) expect(found).toBe(Number(entered));
      }),
    );
    for (const rounded of [2 ** 53, 1e21, Number.POSITIVE_INFINITY, -(2 ** 60)])
      expect(check({ type: 'number' }, rounded)).toBe(tooManyDigits);
  });

  test.each([
    [{ label: 'Folder' }, 'Enter a folder.'],
    [{ label: 'Address' }, 'Enter an address.'],
    [{ label: 'Notes' }, 'Enter notes.'],
    [{ label: 'URL' }, 'Enter a URL.'],
    [{ label: 'Project name' }, 'Enter text for “Project name”.'],
    [{ label: 'Who pays?' }, 'Enter text for “Who pays?”.'],
    [{ label: 'Length', type: 'choice', options }, 'Choose an option for “Length”.'],
  ] as [Partial<WorkflowField>, string][])('an empty required field %o says: %s', (changes, expected) => {
    expect(check({ required: true, ...changes }, '')).toBe(expected);
  });

  test('every error is one sentence that names the field', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.constantFrom<unknown>(
        true,
        7,
        -1,
        'a\nb',
        '\u0007',
        '/x',
        '../x',
        ['zzz'],
        ['a', 'b'],
        {},
        null,
        '',
      ),
    );
    const changes = fc.record<Partial<WorkflowField>>({
      type: fc.constantFrom(...fieldTypes),
      required: fc.boolean(),
      pattern: fc.constantFrom(null, '[a-z]+'),
      min: fc.constantFrom(null, 1),
      max: fc.constantFrom(null, 1),
      minLength: fc.constantFrom(null, 2),
      maxLength: fc.constantFrom(null, 3),
    });
    fc.assert(
      fc.property(changes, anything, (change, value) => {
        const result = validateValues(
          { fields: [field({ label: 'Shop', options, ...change })] },
          { it: value },
        );
        if (result.ok) return;
        expect(result.fieldErrors['it']).toMatch(/shop/i);
        expect(result.fieldErrors['it']).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });

  test('an optional value that is not given is absent', () => {
    for (const missing of [undefined, null, '', []]) {
      expect(validateValues({ fields: [field({})] }, { it: missing })).toEqual({ ok: true, values: {} });
    }
  });

  test('one answer names every wrong field, and every field that the form does not have', () => {
    const fields = [field({ name: 'a', label: 'A', required: true }), field({ name: 'b', type: 'number' })];
    const result = validateValues({ fields }, { b: 'x', c: 1 });
    expect(result.ok ? [] : Object.keys(result.fieldErrors)).toEqual(['a', 'b', 'c']);
  });

  test('anything but an object is an empty form', () => {
    for (const input of [null, 'x', [1], 3]) {
      expect(validateValues({ fields: [field({ required: true })] }, input).ok).toBe(false);
      expect(validateValues({ fields: [] }, input).ok).toBe(true);
    }
  });
});

test('"today" becomes a date when the form is made', () => {
  const fields = [field({ type: 'date', default: 'today' })];
  expect(toFormFields({ fields }, new Date(2026, 2, 5))[0]?.default).toBe('2026-03-05');
});
