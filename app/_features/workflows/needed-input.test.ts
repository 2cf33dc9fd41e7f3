import { expect, test } from 'vitest';
import { sampleField } from '@/lib/contracts/fixtures/sample-field';
import { describeNeededInput } from './needed-input';

const required = (name: string, label: string) => sampleField(name, { label, required: true });

test('only required fields without a default are named', () => {
  const fields = [
    required('path', 'Document'),
    sampleField('length', { label: 'Length', required: true, default: 'short' }),
    sampleField('focus', { label: 'Focus' }),
    sampleField('deep', { label: 'Deep', required: true, type: 'switch' }),
  ];
  expect(describeNeededInput(fields)).toBe('Needs: document');
  expect(describeNeededInput(fields.slice(1))).toBeNull();
});

test('a question is named by the name of its field, an acronym keeps its capitals', () => {
  expect(
    describeNeededInput([required('your_request', 'What would you like done?'), required('u', 'URL')]),
  ).toBe('Needs: your request, URL');
});

test('a long list is cut and says how much is left out', () => {
  const fields = ['A', 'B', 'C', 'D', 'E', 'F'].map((label) => required(label, `Part ${label}`));
  expect(describeNeededInput(fields)).toBe('Needs: part A, part B, part C, part D and 2 more');
});
