import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../replies/testing/generated';
import { oddObject } from '../shared/testing/odd-json';
import { parseWorkflow } from './parse-workflow';
import { known } from './testing/workflow-file';

const parameter = oddObject({
  name: 'path',
  label: 'File',
  type: 'choice',
  required: true,
  default: 'a',
  help: 'Help',
  pattern: '^a',
  min: 1,
  max: 2,
  min_length: 1,
  max_length: 10,
  expects: 'file',
  options: ['a', 2, { value: 'b', label: 'B' }],
});
const step = oddObject({
  tool: 'write_file',
  when: 'path',
  parameters: { path: '{{ path }}', content: 'a' },
});
const file = fc.record({ parameter, step }).chain(({ parameter, step }) =>
  oddObject({
    id: 'look',
    kind: 'direct',
    title: 'Look',
    category: 'Reading',
    icon: 'search',
    description: 'Looks at a file.',
    tools: ['read_file'],
    system_prompt: 'default',
    model: 'm',
    limits: { max_steps: 3 },
    approval_expires_after_minutes: 1,
    start: 'operator',
    sign: { role: 'approver', count: 2, not: 'requester' },
    parameters: [parameter],
    steps: [step],
  }),
);

test('a file with any value in any setting is a workflow, or has its mistakes named', () => {
  fc.assert(
    fc.property(file, (settings) => {
      const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
      const text = ['---', ...lines, '---', 'Look at {{ path }}.', ''].join('\n');
      const parsed = parseWorkflow('look.md', new TextEncoder().encode(text), known);
      const reasons = parsed.ok ? [] : parsed.faults.map(({ reason }) => reason);
      if (!parsed.ok) expect(reasons).not.toEqual([]);
      for (const reason of reasons) expect(reason).not.toMatch(/\[object|Invalid|expected|received/);
    }),
    runs(250),
  );
});
