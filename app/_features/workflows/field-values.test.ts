import { describe, expect, it } from 'vitest';
import { sampleField as field } from '@/lib/contracts/fixtures/sample-field';
import { toInitialValues, toParameters } from './field-values';

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

describe('the first values of a form', () => {
  it('come from the defaults, then from each source, and the last one wins', () => {
    const fields = [field('one', { default: 'd' }), field('two', { default: 'd' })];
    expect(toInitialValues(fields, [{ one: 'x', two: 'x' }, { two: 'y' }])).toEqual({ one: 'x', two: 'y' });
  });

  it('are empty without a source, each as its type requires', () => {
    const fields = [
      field('text', {}),
      field('switch', { type: 'switch' }),
      field('several', { type: 'several_choices', options }),
    ];
    expect(toInitialValues(fields, [])).toEqual({ text: '', switch: false, several: [] });
  });

  it('can come as text from a link', () => {
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

  it('leave out values that do not fit the field', () => {
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

describe('the values that are sent', () => {
  it('leave out empty fields', () => {
    expect(toParameters({ a: '', b: [], c: false, d: 0, e: 'x' })).toEqual({ c: false, d: 0, e: 'x' });
  });
});
