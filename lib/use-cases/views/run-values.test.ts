import { expect, it } from 'vitest';
import { sampleField } from '../../contracts/fixtures/sample-field';
import type { WorkflowField } from '../../contracts/workflows';
import { toRunValues } from './run-values';

const field = (change: Partial<WorkflowField>) => sampleField('field', { label: 'Field', ...change });

const options = [
  { value: 'short', label: 'Short (up to six points)' },
  { value: 'full', label: 'Section by section' },
];

it.each([
  ['a choice', field({ type: 'choice', options }), 'short', 'Short (up to six points)'],
  ['a choice that the form no longer has', field({ type: 'choice', options }), 'tiny', 'tiny'],
  [
    'several choices',
    field({ type: 'several_choices', options }),
    ['full', 'short'],
    'Section by section, Short (up to six points)',
  ],
  ['a number with its unit', field({ type: 'number', unit: 'days' }), 7, '7 days'],
  ['a switch', field({ type: 'switch' }), true, 'Yes'],
  ['text', field({}), 'short', 'short'],
])('%s is shown as the form shows it', (_what, known, value, shown) => {
  expect(toRunValues({ field: value }, new Map([['field', known]]))).toEqual([
    { label: 'Field', value: shown },
  ]);
});

it('a value whose field is gone has its name and itself; a path can be opened', () => {
  expect(toRunValues({ days: 7 }, new Map())).toEqual([{ label: 'days', value: '7' }]);
  const path = new Map([['path', field({ type: 'path' })]]);
  expect(toRunValues({ path: 'a.md' }, path)).toEqual([{ label: 'Field', value: 'a.md', path: 'a.md' }]);
  expect(toRunValues({ path: '.' }, path)).toEqual([{ label: 'Field', value: 'Whole workspace', path: '.' }]);
  expect(toRunValues({ text: '.' }, new Map())).toEqual([{ label: 'text', value: '.' }]);
});
