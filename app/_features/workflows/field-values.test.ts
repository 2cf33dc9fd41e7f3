import { describe, expect, it } from 'vitest';
import type { WorkflowField } from '@/lib/contracts/workflows';
import { toInitialValues, toParameters } from './field-values';

const field = (name: string, change: Partial<WorkflowField>): WorkflowField => ({
  name,
  label: name,
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
  ...change,
});
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('what a form begins with', () => {
  it('defaults, then what was given; the last one wins', () => {
    const fields = [field('one', { default: 'd' }), field('two', { default: 'd' })];
    expect(toInitialValues(fields, [{ one: 'x', two: 'x' }, { two: 'y' }])).toEqual({ one: 'x', two: 'y' });
  });

  it('nothing given: empty, in the way of its kind', () => {
    const fields = [
      field('text', {}),
      field('switch', { type: 'switch' }),
      field('several', { type: 'several_choices', options }),
    ];
    expect(toInitialValues(fields, [])).toEqual({ text: '', switch: false, several: [] });
  });

  it('a link gives text for everything', () => {
    const fields = [
      field('switch', { type: 'switch' }),
      field('several', { type: 'several_choices', options }),
      field('number', { type: 'number' }),
    ];
    expect(toInitialValues(fields, [{ switch: 'true', several: 'a,b', number: '4' }])).toEqual({
      switch: true,
      several: ['a', 'b'],
      number: '4',
    });
  });

  it('what does not fit the field is left out', () => {
    const fields = [
      field('choice', { type: 'choice', options, default: 'a' }),
      field('text', { default: 'd' }),
    ];
    expect(toInitialValues(fields, [{ choice: 'zzz', text: 7, unknown: 'x' }])).toEqual({
      choice: 'a',
      text: 'd',
    });
  });
});

describe('what is sent', () => {
  it('leaves out what was left empty', () => {
    expect(toParameters({ a: '', b: [], c: false, d: 0, e: 'x' })).toEqual({ c: false, d: 0, e: 'x' });
  });
});
