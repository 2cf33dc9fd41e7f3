import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../replies/testing/generated';
import type { JsonObject } from '../shared/json';
import { parseWorkflow } from './parse-workflow';
import { scalars } from './testing/scalars';
import { agentFile } from './testing/workflow-file';

const text = { type: 'string' };
const toolSchemas: Record<string, JsonObject> = {
  write_file: {
    type: 'object',
    properties: {
      path: text,
      maybe: { anyOf: [text, { type: 'null' }] },
      kind: { type: 'string', enum: ['a'] },
      headers: { type: 'object', additionalProperties: text },
      deep: { type: 'object', properties: { list: { type: 'array', items: text } } },
      count: { type: 'integer' },
      either: { anyOf: [text, { type: 'number' }] },
      data: {},
      open: { type: 'object' },
    },
    additionalProperties: false,
  },
};
const known = { toolNames: ['read_file', 'write_file', 'other'], systemPromptIds: ['default'], toolSchemas };
const parse = (file: string) => parseWorkflow('look.md', new TextEncoder().encode(file), known);

const parameter = (...lines: string[]) =>
  agentFile(['parameters:', '  - name: path', ...lines.map((line) => `    ${line}`)]);
const step = (tool: string, ...lines: string[]) =>
  agentFile(
    ['kind: direct', 'parameters: []', 'steps:', `  - tool: ${tool}`, ...lines.map((line) => `    ${line}`)],
    '',
  ).replace('tools: [read_file]\n', '');
const setting = (name: string) => (it: string) =>
  new RegExp(`^${name}: .*$`, 'm').test(agentFile())
    ? agentFile().replace(new RegExp(`^${name}: .*$`, 'm'), () => `${name}: ${it}`)
    : agentFile([`${name}: ${it}`]);
type Place = readonly [name: string, file: (it: string) => string, path: readonly (string | number)[]];

/** Returns what a workflow has at this path, or undefined when nothing is there. */
const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), value);

const field = (type: string, name: string, path: readonly (string | number)[] = [name]): Place => [
  `${name} of ${type}`,
  (it) => parameter(`type: ${type}`, ...(name === 'label' ? [] : ['label: It']), `${name}: ${it}`),
  ['fields', 0, ...path],
];
const inStep = (name: string, before: string, after: string, path: readonly (string | number)[]): Place => [
  name,
  (it) => step('write_file', `parameters: { ${before}${it}${after} }`),
  ['steps', 0, 'parameters', ...path],
];
const choice = (...lines: string[]) => parameter('label: It', 'type: choice', ...lines);

/** A person writes text in these places, and the workflow gets it at the path. */
const places: readonly Place[] = [
  ...['title', 'category', 'description', 'model'].map((name): Place => [name, setting(name), [name]]),
  field('text', 'label'),
  field('text', 'help'),
  field('text', 'placeholder'),
  field('text', 'pattern_message', ['patternMessage']),
  field('number', 'unit'),
  ...['text', 'long_text', 'path'].map((type) => field(type, 'default')),
  ['option', (it) => choice(`options: [${it}, other]`), ['fields', 0, 'options', 0, 'value']],
  [
    'label of an option that is a text',
    (it) => choice(`options: [${it}]`),
    ['fields', 0, 'options', 0, 'label'],
  ],
  ['default of a choice', (it) => choice(`options: [${it}]`, `default: ${it}`), ['fields', 0, 'default']],
  [
    'value of an option',
    (it) => choice(`options: [{ value: ${it}, label: A }]`),
    ['fields', 0, 'options', 0, 'value'],
  ],
  [
    'label of an option',
    (it) => choice(`options: [{ value: a, label: ${it} }]`),
    ['fields', 0, 'options', 0, 'label'],
  ],
  [
    'default in a list',
    (it) => parameter('label: It', 'type: several_choices', `options: [${it}]`, `default: [${it}]`),
    ['fields', 0, 'default', 0],
  ],
  inStep('text of a step', 'path: ', '', ['path']),
  inStep('text or nothing', 'maybe: ', '', ['maybe']),
  inStep('value in a group of texts', 'headers: { X-Version: ', ' }', ['headers', 'X-Version']),
  inStep('text in a list in a group', 'deep: { list: [', '] }', ['deep', 'list', 0]),
  inStep('one of some texts', 'kind: ', '', ['kind']),
];

/** No value fits in these places, so the fault shows the value as the file has it. */
const names: readonly (readonly [string, (it: string) => string])[] = [
  ...['id', 'icon', 'kind', 'system_prompt'].map((name) => [name, setting(name)] as const),
  ['tools', (it) => setting('tools')(`[${it}]`)],
  ['name', (it) => agentFile(['parameters:', `  - { name: ${it}, label: It, type: text }`])],
  ['type', (it) => parameter('label: It', `type: ${it}`)],
  ['expects', (it) => parameter('label: It', 'type: path', `expects: ${it}`)],
  ['when', (it) => step('write_file', `when: ${it}`)],
  ['tool', (it) => step(it)],
  ['setting', (it) => agentFile([`${it}: 1`])],
];

const sentences = (file: string) => {
  const parsed = parse(file);
  return parsed.ok ? [] : parsed.faults.map(({ reason }) => reason);
};

const toldToQuote = /put it in quotes/;

describe('a text that YAML reads as something else', () => {
  test.each(places)('is what the file says, or refused with what to do: %s', (_, file, path) => {
    fc.assert(
      fc.property(scalars, (written) => {
        const parsed = parse(file(written));
        const found = parsed.ok ? at(parsed.workflow, path) : null;
        if (!parsed.ok) expect(parsed.faults[0]?.reason).toMatch(toldToQuote);
        else if (found !== null || written !== 'null') expect(found).toBe(written);
        const quoted = parse(file(JSON.stringify(written)));
        expect(quoted.ok && at(quoted.workflow, path)).toBe(written);
      }),
      runs(12),
    );
  });

  test.each(names)('is shown as the file has it where it is no name: %s', (_, file) => {
    fc.assert(
      fc.property(scalars, (written) => {
        const said = sentences(file(written)).join(' ');
        expect(said).toSatisfy((it: string) => it === '' || it.includes(written) || toldToQuote.test(it));
        expect(sentences(file(JSON.stringify(written))).join(' ')).not.toMatch(toldToQuote);
      }),
      runs(12),
    );
  });

  test('is kept in every place, whatever the number is', () => {
    const spellings = [
      '3.10',
      '1e3',
      '0x1F',
      '0o17',
      '007',
      '.5',
      '+1',
      '.inf',
      '.nan',
      '12:30',
      '1_000',
      'True',
      'yes',
    ];
    for (const [name, file, path] of places) {
      for (const written of spellings) {
        const parsed = parse(file(written));
        expect(parsed.ok && at(parsed.workflow, path), `${name}: ${written}`).toBe(written);
      }
    }
  });

  test.each(places)('is refused where an anchor that nothing names takes its first word: %s', (_, file) => {
    for (const written of ['&Co is here', '&me 3.10', '&x yes', '&only']) {
      const isTwice = file('mark').split('mark').length > 2;
      expect(sentences(file(written)).join(' ')).toMatch(
        isTwice ? /quotes/ : /^(?:Put the text in|.*put it in) quotes/,
      );
      const quoted = parse(file(JSON.stringify(written)));
      expect(quoted.ok).toBe(true);
    }
  });

  test('is kept as a name in a group', () => {
    fc.assert(
      fc.property(scalars, (written) => {
        const parsed = parse(step('write_file', 'parameters:', '  headers:', `    ${written}: value`));
        expect(parsed.ok && at(parsed.workflow, ['steps', 0, 'parameters'])).toEqual({
          headers: { [written]: 'value' },
        });
      }),
    );
  });
});

test('a merge of groups is refused in every group, with its line and what to do', () => {
  const reason = /^Write the settings out, because “<<” merges no groups here/;
  for (const file of [
    parameter('<<: { type: text }', 'label: It'),
    agentFile(['limits:', '  <<: { max_steps: 3 }']),
    agentFile(['<<: { model: a }']),
    step('write_file', 'parameters: { <<: { path: a.md } }'),
    step('other', 'parameters: { data: { <<: { path: a.md } } }'),
    step('write_file', 'parameters: &one { path: a.md }', '<<: *one'),
  ])
    expect(sentences(file)[0]).toMatch(reason);
  const quoted = parse(step('other', 'parameters: { "<<": a }'));
  expect(quoted).toMatchObject({ workflow: { steps: [{ parameters: { '<<': 'a' } }] } });
});

/** Where a text and a number both fit, nobody can know which one the author meant. */
test.each([
  inStep('any value', 'data: ', '', ['data']),
  inStep('text or number', 'either: ', '', ['either']),
  inStep('a part of an open group', 'open: { a: [', '] }', ['open', 'a', 0]),
  [
    'a tool without a schema',
    (it: string) => step('other', `parameters: { data: ${it} }`),
    ['steps', 0, 'parameters', 'data'],
  ],
] satisfies Place[])(
  'where anything fits, a value is what is written, or refused with what to do: %s',
  (_, file, path) => {
    fc.assert(
      fc.property(scalars, (written) => {
        const parsed = parse(file(written));
        const found = parsed.ok ? at(parsed.workflow, path) : null;
        if (!parsed.ok) expect(parsed.faults[0]?.reason).toMatch(toldToQuote);
        else expect(typeof found === 'string' ? found : JSON.stringify(found)).toBe(written);
        expect(parse(file(JSON.stringify(written))).ok).toBe(true);
      }),
    );
  },
);

describe('a number', () => {
  test('stays the number where only a number fits, however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 53 - 1 }), fc.constantFrom(10, 8, 16), (number, radix) => {
        const prefix = { 10: '', 8: '0o', 16: '0x' }[radix];
        const parsed = parse(step('write_file', `parameters: { count: ${prefix}${number.toString(radix)} }`));
        expect(parsed).toMatchObject({ workflow: { steps: [{ parameters: { count: number } }] } });
      }),
    );
  });

  test('is refused, with its line, when not all of its digits are kept', () => {
    const digit = fc.stringMatching(/^[1-9]$/);
    const many = fc.stringMatching(/^[1-9]{25,60}$/);
    const written = fc.oneof(
      fc.tuple(digit, many).map(([whole, part]) => `${whole}.${part}`),
      many.map((part) => `.${part}`),
      many.map((part) => `-0.000${part}e5`),
      many,
      fc.stringMatching(/^[1-9A-F]{20,40}$/).map((hex) => `0x${hex}1`),
      fc.stringMatching(/^[1-7]{30,40}$/).map((octal) => `0o${octal}1`),
    );
    fc.assert(
      fc.property(written, fc.constantFrom('min', 'max', 'default'), (number, name) => {
        expect(parse(parameter('label: It', 'type: number', `${name}: ${number}`))).toEqual({
          ok: false,
          faults: [{ line: 12, reason: 'This number has too many digits. If it is text, put it in quotes.' }],
        });
      }),
    );
  });

  test('is accepted with as many digits as are kept', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }), (number) => {
        expect(sentences(parameter('label: It', 'type: number', `default: ${number}`)).join()).not.toContain(
          'digits',
        );
      }),
    );
  });
});

test('a value that is repeated is read as each of its places takes it', () => {
  const file = parameter('label: &it 3.50', 'type: number', 'min: *it', 'unit: *it', 'help: &name { a: 1 }');
  expect(sentences(file)).toEqual([expect.stringContaining('help: must be text')]);
  expect(parse(file.replace(/ {4}help: .*\n/, ''))).toMatchObject({
    workflow: { fields: [{ label: '3.50', unit: '3.50', min: 3.5 }] },
  });
});

test.each([
  ['names itself', 'parameters: &a [*a]'],
  ['names what contains it', 'a: &a { b: &b [*a, *b] }'],
  [
    'doubles with each line',
    [
      'a0: &a0 [1]',
      ...Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`),
    ].join('\n'),
  ],
  ['comes before its anchor', 'help: *later\nunit: &later 3'],
])('an alias that %s is refused in one sentence', (_, lines) => {
  const said = sentences(
    agentFile()
      .replace('parameters:', `${lines}\nparameters:`)
      .replace(/parameters:\n {2}- [\s\S]*?true\n/, ''),
  );
  expect(said[0]).toMatch(/repeat each other too often|in quotes|nested too deeply/);
});

test.each([
  '? [1]\n: a',
  '? { a: 1 }\n: a',
  '!!timestamp 2026-01-01: a',
  'title: !!timestamp 2026-01-01',
  'title: !!binary aGk=',
])('%j, which is no text to YAML, is refused with what to do', (line) => {
  expect(sentences(agentFile([line]))[0]).toMatch(/put it in quotes|put the text in quotes|there twice/);
});
