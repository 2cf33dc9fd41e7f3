import { describe, expect, test } from 'vitest';
import { toFormFields, validateValues } from './values';
import type { WorkflowField } from './workflow';

function field(changes: Partial<WorkflowField>): WorkflowField {
  return {
    name: 'it',
    label: 'It',
    type: 'text',
    required: false,
    default: null,
    help: null,
    placeholder: null,
    pattern: null,
    patternMessage: null,
    min: null,
    max: null,
    minLength: null,
    maxLength: null,
    unit: null,
    options: [],
    ...changes,
  };
}

function check(changes: Partial<WorkflowField>, value: unknown): unknown {
  const result = validateValues({ fields: [field(changes)] }, { it: value });
  return result.ok ? (result.values['it'] ?? null) : result.fieldErrors['it'];
}

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('values of a form', () => {
  test.each([
    [{}, ' kept as it is ', ' kept as it is '],
    [{}, 'two\nlines', 'Keep it to one line.'],
    [{ type: 'long_text' }, 'two\nlines', 'two\nlines'],
    [{}, 'bell\u0007', 'It holds a control character. Type it again.'],
    [{}, '\ud800', 'It holds a control character. Type it again.'],
    [{}, 3, 'Enter text.'],
    [{ required: true }, '  ', 'It is needed. Please fill it in.'],
    [{ maxLength: 3 }, 'four', 'At most 3 characters; this has 4.'],
    [{ minLength: 3 }, 'no', 'At least 3 characters; this has 2.'],
    [{ pattern: '[a-z]+' }, 'abc', 'abc'],
    [{ pattern: '[a-z]+' }, 'abc1', 'It must match [a-z]+.'],
    [{ pattern: 'a|b', patternMessage: 'a or b' }, 'ax', 'a or b'],
    [{ type: 'number' }, '2.5', 2.5],
    [{ type: 'number' }, '0x10', 'Enter a number.'],
    [{ type: 'number', min: 1 }, 0, 'Enter 1 or more.'],
    [{ type: 'number' }, Number.NaN, 'Enter a number.'],
    [{ type: 'switch', required: true }, false, false],
    [{ type: 'switch' }, 'true', 'Choose on or off.'],
    [{ type: 'choice', options }, 'b', 'b'],
    [{ type: 'choice', options }, 'c', 'Choose one of the options.'],
    [{ type: 'several_choices', options }, ['b', 'a', 'b'], ['a', 'b']],
    [{ type: 'several_choices', options, max: 1 }, ['a', 'b'], 'Choose at most 1.'],
    [{ type: 'several_choices', options, required: true }, [], 'It is needed. Choose one.'],
    [{ type: 'date' }, '2026-02-28', '2026-02-28'],
    [{ type: 'date' }, '2026-02-30', 'Enter a date such as 2026-10-02.'],
    [{ type: 'path' }, ' notes/a.md ', 'notes/a.md'],
    [{ type: 'path' }, '/etc/passwd', 'Start inside the workspace folder, for example notes/plan.md.'],
    [{ type: 'path' }, 'C:\\a', 'Start inside the workspace folder, for example notes/plan.md.'],
    [{ type: 'path' }, 'a/../../b', 'Stay inside the workspace folder: leave out "..".'],
  ] as [Partial<WorkflowField>, unknown, unknown][])('%o given %j: %j', (changes, value, expected) => {
    expect(check(changes, value)).toEqual(expected);
  });

  test('what is not needed and not given is not there', () => {
    for (const missing of [undefined, null, '', []]) {
      expect(validateValues({ fields: [field({})] }, { it: missing })).toEqual({ ok: true, values: {} });
    }
  });

  test('every wrong field is named at once, and so is one that the form does not have', () => {
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
