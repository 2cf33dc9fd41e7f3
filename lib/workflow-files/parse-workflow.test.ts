import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWorkflow } from './parse-workflow';
import { agentFile, known } from './testing/workflow-file';

const parse = (text: string) => parseWorkflow('look.md', new TextEncoder().encode(text), known);

/** Returns each fault as "line: reason". */
function faultsOf(text: string): string[] {
  const parsed = parse(text);
  return parsed.ok ? [] : parsed.faults.map(({ line, reason }) => `${line}: ${reason}`);
}

describe('a good file', () => {
  test('of the agent kind leaves the limits to the server and has the usual prompt unless it says otherwise', () => {
    const parsed = parse(agentFile());
    expect(parsed).toMatchObject({
      ok: true,
      workflow: {
        kind: 'agent',
        id: 'look',
        systemPromptId: 'default',
        limits: { maxSteps: null, maxActiveMs: null, maxMalformedReplies: null },
        template: 'Look at {{ path }}.\n',
        revision: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test('may have thirty parameters, each with twenty options', () => {
    const names = Array.from({ length: 30 }, (_, index) => `choice_${index}`);
    const options = Array.from({ length: 20 }, (_, index) => `      - Option ${index}`);
    const parameters = names.flatMap((name) => [
      `  - name: ${name}`,
      '    label: Choice',
      '    type: choice',
      '    help: One of twenty.',
      '    required: true',
      '    options:',
      ...options,
    ]);
    const body = names.map((name) => `{{ ${name} }}\n`).join('');
    expect(parse(agentFile(['parameters:', ...parameters], body))).toMatchObject({ ok: true });
  });

  test('may name a tool that cannot be reached now, with any parameters', () => {
    const bytes = new TextEncoder().encode(agentFile().replace('read_file', 'read_mind'));
    const parsed = parseWorkflow('look.md', bytes, { ...known, absentToolNames: ['read_mind'] });
    expect(parsed).toMatchObject({ ok: true, workflow: { tools: ['read_mind'] } });
  });

  test('may set each limit', () => {
    const parsed = parse(
      agentFile(['limits: { max_steps: 3, timeout_seconds: 60, max_malformed_replies: 1 }']),
    );
    expect(parsed).toMatchObject({
      workflow: { limits: { maxSteps: 3, maxActiveMs: 60_000, maxMalformedReplies: 1 } },
    });
  });

  test('may have CRLF lines and a byte order mark; its revision is that of the bytes', () => {
    const plain = parse(agentFile());
    const windows = parse(`\uFEFF${agentFile().replaceAll('\n', '\r\n')}`);
    expect(windows.ok && plain.ok && windows.workflow.revision !== plain.workflow.revision).toBe(true);
    expect(windows).toMatchObject({ workflow: { template: 'Look at {{ path }}.\n' } });
  });

  test('of the direct kind gets its tools from its steps', () => {
    const text = [
      '---',
      'id: note',
      'kind: direct',
      'title: Note',
      'category: Writing',
      'icon: note',
      'description: Writes a note.',
      'parameters:',
      '  - { name: text, label: Text, type: text, required: true }',
      '  - { name: twice, label: Twice, type: switch }',
      'steps:',
      '  - tool: write_file',
      '    parameters: { path: a.md, content: "{{ text }}", overwrite: false }',
      '  - tool: write_file',
      '    when: twice',
      '    parameters: { path: b.md, content: b, overwrite: false }',
      '---',
      '',
    ].join('\n');
    expect(parse(text)).toMatchObject({
      workflow: { kind: 'direct', tools: ['write_file'], steps: [{ when: null }, { when: 'twice' }] },
    });
    expect(faultsOf(text.replace('when: twice', 'when: often'))).toEqual([
      '10: The parameter “twice” is never used.',
      '15: when: often names no parameter of this workflow.',
    ]);
    expect(faultsOf(`${text}\nA prompt`)).toEqual([
      '18: A direct workflow has no prompt: leave out the text after the front matter.',
    ]);
  });
});

test.each([
  [[], null],
  [['start: approver'], { role: null, count: 1, notRequester: false, startedBy: 'approver' }],
  [['sign: approver'], { role: 'approver', count: 1, notRequester: false }],
  [['sign: { count: 2 }'], { role: null, count: 2, notRequester: false }],
  [['sign: { not: requester }'], { role: null, count: 1, notRequester: true }],
  [
    ['start: admin', 'sign: { role: admin, count: 3, not: requester }'],
    { role: 'admin', count: 3, notRequester: true, startedBy: 'admin' },
  ],
])('%j says who starts and who signs', (lines, signers) => {
  expect(parse(agentFile(lines))).toMatchObject({ workflow: { signers } });
});

describe('each mistake is reported with its line', () => {
  const parameter = (...lines: string[]) =>
    agentFile(['parameters:', '  - name: path', '    label: File', ...lines.map((line) => `    ${line}`)]);

  test.each([
    { text: 'no front matter', faults: ['1: The file must begin with a line “---” and its front matter.'] },
    {
      text: '---\nid: a\n',
      faults: ['1: The front matter is not closed: a line “---” is missing after it.'],
    },
    {
      text: agentFile(['limits: { max_steps: 0 }']),
      faults: ['13: limits.max_steps: must be 1 or more.'],
    },
    {
      text: agentFile(['approval_expires_after_minutes: 0']),
      faults: ['13: approval_expires_after_minutes: must be 0.1 or more.'],
    },
    {
      text: agentFile(['approval_expires_after_minutes: soon']),
      faults: ['13: approval_expires_after_minutes: must be a number.'],
    },
    {
      text: agentFile(['approval_expires_after_minutes: 20161']),
      faults: ['13: approval_expires_after_minutes: must be 20160 or less.'],
    },
    {
      text: agentFile(['start: boss']),
      faults: ['13: start: “boss” is not a known value. Use one of “operator”, “approver”, “admin”.'],
    },
    ...['sign: viewer', 'sign: { not: admin }', 'sign: [admin]'].map((line) => ({
      text: agentFile([line]),
      faults: ['13: sign: write operator, approver or admin, or { role, count, not: requester }.'],
    })),
    { text: agentFile(['sign: { count: 0 }']), faults: ['13: sign.count: must be 1 or more.'] },
    { text: agentFile(['sign: { count: 11 }']), faults: ['13: sign.count: must be 10 or less.'] },
    { text: agentFile(['limit: 3']), faults: ['13: “limit” is not a known setting.'] },
    { text: agentFile(['system_prompt: other']), faults: ['13: There is no system prompt “other”.'] },
    { text: agentFile().replace('read_file', 'read_mind'), faults: ['7: There is no tool “read_mind”.'] },
    { text: agentFile().replace('title: Look\n', ''), faults: ['2: title is missing.'] },
    {
      text: agentFile([], ''),
      faults: [
        '9: The parameter “path” is never used.',
        '14: The prompt for the model is missing after the front matter.',
      ],
    },
    {
      text: agentFile([], 'a\n{{ path }}\n{{ other }} {{ No! }}'),
      faults: [
        '16: {{ other }} names no parameter of this workflow.',
        '16: {{ No! }} is not a placeholder: use the name of a parameter.',
      ],
    },
    {
      text: parameter('type: text', 'pattern: "(a+)+"'),
      faults: ['12: The pattern repeats a group that itself repeats or branches, which can take too long.'],
    },
    {
      text: parameter('type: text', 'pattern: "(a"'),
      faults: ['12: The pattern is not a valid regular expression.'],
    },
    {
      text: parameter('type: number', 'max: 3', 'default: 4'),
      faults: ['13: The default does not fit: File must be 3 or less.'],
    },
    {
      text: parameter('type: number', 'default: four'),
      faults: ['12: The default does not fit: File must be a number.'],
    },
    { text: parameter('type: choice'), faults: ['11: The type choice needs options.'] },
    { text: parameter('type: switch', 'min: 3'), faults: ['12: “min” has no effect for the type switch.'] },
    { text: parameter('type: number', 'min: 3', 'max: 2'), faults: ['12: min (3) is more than max (2).'] },
  ])('$faults.0', ({ text, faults }) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('an unknown icon is answered with the three closest names, an unknown type with all of them', () => {
    expect(faultsOf(agentFile().replace('icon: search', 'icon: serch'))[0]).toMatch(
      /^5: icon: “serch” is not a known value. The closest are “search”, “[a-z-]+”, “[a-z-]+”\.$/,
    );
    expect(faultsOf(parameter('type: colour'))[0]).toMatch(
      /^11: parameters.0.type: “colour” is not a known value. Use one of “text”, “long_text”, .*“path”\.$/,
    );
  });

  test('no message uses the validator’s words, and each fits on two lines', () => {
    const setting = fc.constantFrom(
      ...['id', 'title', 'category', 'icon', 'description', 'kind', 'tools', 'limits', 'parameters', 'steps'],
    );
    const value = fc.constantFrom(
      '',
      '7',
      'true',
      '[]',
      '[7]',
      '{}',
      '{ a: 1 }',
      'x'.repeat(300),
      '[{ name: 1 }]',
    );
    fc.assert(
      fc.property(setting, value, (name, text) => {
        const lines = agentFile().split('\n');
        const index = lines.findIndex((line) => line.startsWith(`${name}:`));
        const changed =
          index < 0
            ? [lines[0] ?? '', `${name}: ${text}`, ...lines.slice(1)]
            : lines.with(index, `${name}: ${text}`);
        for (const fault of faultsOf(changed.join('\n'))) {
          expect(fault).not.toMatch(/Invalid|expected|received|Too (?:small|big)|>=|<=|\.\.$/);
          expect(fault.length).toBeLessThan(200);
        }
      }),
    );
  });

  test('broken YAML, counted in lines of the file', () => {
    expect(faultsOf(agentFile(['limits: [1, 2']))[0]).toMatch(/^1[23]: /);
    expect(faultsOf('---\nid: a\nid: b\n---\n')[0]).toBe('3: This setting is there twice.');
  });

  test('a parameter declared twice', () => {
    const lines = [
      'parameters:',
      '  - { name: path, label: A, type: path }',
      '  - { name: path, label: B, type: path }',
    ];
    expect(faultsOf(agentFile(lines))).toEqual(['10: The parameter “path” is declared twice.']);
  });

  test('a small file that would grow huge', () => {
    const bomb = ['a: &a [1]', ...Array.from({ length: 30 }, (_, index) => `b${index}: *a`)];
    expect(faultsOf(agentFile(bomb))).toEqual(['34: The values repeat each other too often.']);
  });

  test('hundreds of mistakes: the first ones, and how many more there are', () => {
    const faults = faultsOf(agentFile(Array.from({ length: 700 }, (_, index) => `k${index % 2}: 1`)));
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)).toMatch(/The file has [\d,]+ more mistakes\.$/);
    const inBody = faultsOf(agentFile([], '{{ path }} {{ none }}\n'.repeat(2_000)));
    expect(inBody).toEqual([
      ...Array.from(
        { length: 20 },
        (_, line) => `${14 + line}: {{ none }} names no parameter of this workflow.`,
      ),
      '34: The file has 1,980 more mistakes.',
    ]);
  });

  test('values that are nested too deeply, in words', () => {
    for (const depth of [200, 2_000, 15_000]) {
      const faults = faultsOf(agentFile([`limits: ${'['.repeat(depth)}${']'.repeat(depth)}`]));
      expect(faults).toEqual(['13: The values are nested too deeply.']);
    }
  });

  test('a file that would keep the parser busy for long, at the line where it stopped', () => {
    const reason = 'The front matter has too many values to be read.';
    expect(faultsOf(agentFile(Array(9_000).fill('a: }')))).toEqual([expect.stringMatching(reason)]);
    expect(faultsOf(agentFile(['limits:', ...Array(3_000).fill('  - {}')]))).toEqual([`999: ${reason}`]);
  });

  test('texts with characters that nobody sees', () => {
    const hidden = [
      '\\0',
      '\\u001b',
      '\\u202e',
      '\\u2066',
      '\\u200b',
      '\\u200f',
      '\\u061c',
      '\\u3164',
      '\\u200d',
    ];
    for (const character of hidden) {
      const text = agentFile().replace('title: Look', `title: "Lo${character}ok"`);
      expect(faultsOf(text), character).toEqual(['3: title: contains a line break or a hidden character.']);
    }
    for (const title of [
      'Größe ⚙️',
      'نص',
      'Prix :\u00a05 €',
      '👩\u200d💻',
      'می\u200cروم',
      'क्\u200dष',
      '計画\u3000二',
    ]) {
      expect(faultsOf(agentFile().replace('title: Look', `title: "${title}"`)), title).toEqual([]);
    }
  });

  test('a text that begins with an exclamation mark, which YAML would take away', () => {
    for (const title of ['!urgent Look', '!!js/function "x"', '!Look'])
      expect(faultsOf(agentFile().replace('title: Look', `title: ${title}`)), title).toEqual([
        '3: YAML reads a word that begins with “!” as a tag: put the text in quotes.',
      ]);
    expect(faultsOf(agentFile().replace('title: Look', 'title: "!urgent Look"'))).toEqual([]);
  });

  test('a prompt with a control character, at its line', () => {
    for (const character of ['\0', '\u001b', '\u0085'])
      expect(faultsOf(`${agentFile()}\nLook\n${character}\n`), character).toEqual([
        expect.stringMatching(/^\d+: The prompt contains a hidden control character\.$/),
      ]);
    expect(faultsOf(`${agentFile()}\n\tLook\r\n`)).toEqual([]);
  });

  test('bytes that are not text', () => {
    const parsed = parseWorkflow('look.md', Uint8Array.of(0xff, 0xfe), known);
    expect(parsed).toEqual({ ok: false, faults: [{ line: 1, reason: 'The file is not UTF-8 text.' }] });
  });
});
