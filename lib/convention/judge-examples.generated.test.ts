import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyReply } from '../llm/testing/empty-reply';
import { foreignReplies } from '../replies/fixtures/foreign-replies';
import { malformedReplies } from '../replies/fixtures/malformed-replies';
import { parseReply } from '../replies/parse-reply';
import { createTextGate } from '../replies/stream/text-gate';
import { isJsonObject, type JsonObject } from '../shared/json';
import { readReply } from './read-reply';

const tools = [
  'list_files',
  'read_file',
  'search_files',
  'write_file',
  'edit_file',
  'move_file',
  'delete_file',
  'run_command',
  'http_request',
];
const question = 'if this is only an example in your answer, send the answer again as it is';
const read = (content: string, asked: readonly string[] = []) =>
  readReply({ ...emptyReply, content }, { tools, asked });

const programs = fc.constantFrom(
  'eslint',
  'ansible',
  'terraform',
  'prettier',
  'kubectl',
  'get_weather',
  'github.actions/cache',
  'mcp__tickets__create',
  'dockerLint',
  'Trivy',
);
/** Other programs use these arguments, and none is an object. */
const flatArguments = fc.constantFrom<JsonObject>(
  { args: ['--fix'] },
  { args: [] },
  { parameters: null },
  { parameters: ['-auto-approve', 'plan'] },
  { parameters: '--check' },
  { arguments: 'plan -out=x' },
  { arguments: [1, true, null] },
  { input: ['a.tf'], with: { node: 22 } },
  { args: ['run'], level: 'info', time: '2026-11-27T10:00:00Z', message: 'done' },
  { parameters: 5, rules: { semi: ['error', 'always'] } },
);
const objectArguments = fc
  .tuple(
    fc.constantFrom('parameters', 'args', 'arguments'),
    fc.constantFrom<JsonObject>(
      { path: 'a.tf' },
      {},
      { fix: true, files: ['a.js'] },
      { nested: { deep: 1 } },
    ),
    fc.boolean(),
  )
  .map(([key, value, isEncoded]): JsonObject => ({ [key]: isEncoded ? JSON.stringify(value) : value }));

const pretty = (value: JsonObject) => JSON.stringify(value, null, 2);
const shells = fc.constantFrom(
  (value: JsonObject) => `\`\`\`json\n${pretty(value)}\n\`\`\``,
  (value: JsonObject) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
  (value: JsonObject) => `\`\`\`\n${pretty(value)}\n\`\`\``,
  (value: JsonObject) => `\`\`\`json\r\n${JSON.stringify(value)}\r\n\`\`\``,
  (value: JsonObject) => JSON.stringify(value),
  (value: JsonObject) => pretty(value),
  (value: JsonObject) => `- ${JSON.stringify(value)}`,
);
const before = fc.constantFrom(
  'The configuration runs the linter:',
  '# Setup\n\nAdd this to the pipeline.',
  'Die Datei enthält diesen Eintrag:',
  '設定は次のとおりです。',
);
const after = fc.constantFrom(
  'It runs on each commit.',
  '- The first member names the program.\n- The second one has its options.',
  'そのまま使えます。',
);
const someData = fc.tuple(programs, flatArguments).map(([tool, rest]): JsonObject => ({ tool, ...rest }));
const asReply = (lead: string, block: string, end: string) => `${lead}\n\n${block}\n\n${end}`;

describe('data about another program among words', () => {
  it('is an answer at once', () => {
    fc.assert(
      fc.property(
        before,
        fc.array(fc.tuple(someData, shells), { minLength: 1, maxLength: 3 }),
        after,
        (lead, all, end) => {
          const content = asReply(
            lead,
            all.map(([value, toBlock]) => toBlock(value)).join('\n\nand\n\n'),
            end,
          );
          expect(read(content)).toEqual({ kind: 'text', text: content });
        },
      ),
    );
  });

  it('is an answer also in a sentence, and with steps that are named like our tools', () => {
    for (const content of [
      'Use {"tool":"ansible","parameters":null} in the file.',
      'So:\n\n{"tool":"ansible","parameters":null,"tasks":[{"name":"Read file"},{"name":"Run commands"}]}\n\nDone.',
    ])
      expect(read(content)).toEqual({ kind: 'text', text: content });
  });

  it('is an answer however many objects it has', () => {
    const steps = Array.from({ length: 10_000 }, () => '{"tool":"x","args":[]}').join();
    const content = `So:\n\n{"tool":"ansible","parameters":[${steps}]}\n\nDone.`;
    expect(read(content).kind).toBe('text');
    const list = `So:\n\n[${steps}]\n\nDone.`;
    expect(read(list).kind).toBe('text');
  });

  it('with an object of arguments, or in call tags, is asked about once, and then an answer', () => {
    const inTags = someData.map((value) => `<tool_call>${JSON.stringify(value)}</tool_call>`);
    const withObject = fc
      .tuple(programs, objectArguments, fc.constantFrom('tool', 'name'))
      .map(([tool, rest, key]) => ({ [key]: tool, ...rest }) as JsonObject);
    const tagged = withObject.map((value) => `<tool_call>\n${JSON.stringify(value)}\n</tool_call>`);
    const fenced = fc
      .tuple(programs, objectArguments)
      .map(([tool, rest]) => `\`\`\`json\n${pretty({ tool, ...rest })}\n\`\`\``);
    fc.assert(
      fc.property(before, fc.oneof(inTags, tagged, fenced), after, (lead, block, end) => {
        const content = asReply(lead, block, end);
        const first = read(content);
        // Some of these forms count as text when words surround them.
        if (parseReply(content).kind === 'text') return expect(first.kind).toBe('text');
        expect(first).toMatchObject({ kind: 'malformed', message: expect.stringContaining(question) });
        const asked = first.kind === 'malformed' ? (first.asked ?? []) : [];
        expect(read(`${lead} Again.\n\n${block}\n\n${end}`, asked)).toMatchObject({ kind: 'text' });
        const other = block.replace(/"(?:tool|name)": ?"/, '$&x');
        expect(read(asReply(lead, other, end), asked)).toMatchObject({ kind: 'malformed' });
      }),
    );
  });

  it('may stand beside an example that was asked about, but not beside a new one', () => {
    const one = (tool: string) => `\`\`\`json\n{"tool":"${tool}","parameters":{"fix":true}}\n\`\`\``;
    const first = read(asReply('So:', one('eslint'), 'Done.'));
    const asked = first.kind === 'malformed' ? (first.asked ?? []) : [];
    expect(asked).toHaveLength(1);
    const flat = '```json\n{"tool":"ansible","parameters":null}\n```';
    expect(read(asReply('So:', `${one('eslint')}\n\nand\n\n${flat}`, 'Done.'), asked).kind).toBe('text');
    const both = `${one('eslint')}\n\nand\n\n${one('prettier')}`;
    expect(read(asReply('So:', both, 'Done.'), asked)).toMatchObject({
      kind: 'malformed',
      asked: expect.arrayContaining(asked),
    });
  });
});

/** Builds a name of one of our tools, or one like it. */
const likeOurs = fc.tuple(fc.constantFrom(...tools), fc.nat(11), fc.nat(20)).map(([tool, way, seed]) => {
  const at = seed % tool.length;
  const cut = `${tool.slice(0, at)}${tool.slice(at + 1)}`;
  const ways = [
    tool,
    tool.toUpperCase(),
    tool.replaceAll('_', '-'),
    tool.replaceAll('_', ''),
    tool.replaceAll('_', ' '),
    tool.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    `functions.${tool}`,
    `mcp__files__${tool}`,
    cut,
    `${cut}x`,
    `${tool}s`,
    `${tool.slice(0, at)}${tool.charAt(at + 1)}${tool.charAt(at)}${tool.slice(at + 2)}zz`.slice(
      0,
      tool.length + 1,
    ),
  ];
  return ways[way] ?? tool;
});

describe('what may be a call of ours', () => {
  const stays = (content: string) => {
    const parsed = parseReply(content);
    if (parsed.kind !== 'malformed') return;
    const first = read(content);
    expect(first, content).toEqual(readReply({ ...emptyReply, content }));
    expect(first).toMatchObject({ kind: 'malformed', message: parsed.message });
  };

  it('stays malformed: a tool of ours or one like it', () => {
    const rest = fc.oneof(flatArguments, objectArguments);
    fc.assert(
      fc.property(before, likeOurs, rest, shells, after, (lead, tool, rest, toBlock, end) => {
        const content = asReply(lead, toBlock({ tool, ...rest }), end);
        if ('parameters' in rest || 'args' in rest || 'arguments' in rest || 'input' in rest)
          if (!toBlock({}).startsWith('- ')) expect(parseReply(content).kind).toBe('malformed');
        stays(content);
      }),
    );
  });

  it('stays malformed: one like ours inside, beside, or in encoded arguments', () => {
    fc.assert(
      fc.property(before, programs, likeOurs, after, (lead, tool, ours, end) => {
        const call = { tool: ours, parameters: null };
        for (const value of [
          { tool, parameters: [call] },
          { tool, parameters: null, next: { name: ours, args: [] } },
          { tool: [ours], parameters: null },
          { tool, args: JSON.stringify(call) },
          { tool, action: ours, parameters: null },
          { tool, action: { name: ours }, parameters: null },
          { tool, parameters: JSON.stringify([call]) },
          { tool, parameters: JSON.stringify(JSON.stringify([call])) },
          { tool, parameters: [ours, 'a.md'] },
          { tool, args: JSON.stringify([ours, { path: 'a.md' }]) },
          { tool: { name: ours }, parameters: null },
        ])
          stays(asReply(lead, `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``, end));
        const data = `\`\`\`json\n{"tool":"${tool}","args":[]}\n\`\`\``;
        stays(asReply(lead, `${data}\n\nand\n\n\`\`\`json\n${JSON.stringify(call)}\n\`\`\``, end));
      }),
    );
  });

  it('stays malformed: a tool that has no name', () => {
    const nameless = fc.constantFrom(null, 7, true, '', ' ', '…', {}, [], { id: 'x' });
    fc.assert(
      fc.property(before, nameless, flatArguments, after, (lead, tool, rest, end) =>
        stays(asReply(lead, `\`\`\`json\n${JSON.stringify({ tool, ...rest })}\n\`\`\``, end)),
      ),
    );
  });

  it('stays malformed: with `terminate`, or when it is all, first or last', () => {
    fc.assert(
      fc.property(before, someData, shells, after, fc.boolean(), (lead, value, toBlock, end, terminate) => {
        stays(asReply(lead, toBlock({ ...value, terminate }), end));
        stays(toBlock(value));
        stays(`${lead}\n\n${toBlock(value)}`);
        stays(`${toBlock(value)}\n\n${end}`);
        stays(`<think>${lead}</think>\n${toBlock(value)}\n\n${end}`);
        stays(`${lead}\n\n${toBlock(value)}\n\n[Result: x, step 1, ok]\n${end}`);
        stays(`---\n${toBlock(value)}\n***`);
      }),
    );
  });

  it('stays malformed: the rest of a call behind its object', () => {
    fc.assert(
      fc.property(
        before,
        programs,
        after,
        fc.constantFrom('{"fix":true}', 'null', '[]'),
        (lead, tool, end, value) => {
          for (const call of [
            `{"tool":"${tool}","parameters":${value}}, "terminate": false}`,
            `{"tool":"${tool}","parameters":${value}},\n"terminate": true}`,
            `{"tool":"${tool}","args":[]}, "parameters": ${value}}`,
          ]) {
            stays(asReply(lead, call, end));
            stays(asReply(lead, `\`\`\`json\n${call}\n\`\`\``, end));
          }
        },
      ),
    );
  });

  it('stays malformed: every reply that is a malformed call in the corpus', () => {
    for (const { reply } of [...malformedReplies, ...foreignReplies]) stays(reply);
  });

  it('stays malformed: broken JSON', () => {
    for (const broken of [
      '{"tool":"eslint","parameters":null,}',
      "{'tool':'eslint','parameters':[]}",
      '{"tool":"eslint","parameters":[1 2]}',
    ])
      stays(asReply('So:', `\`\`\`json\n${broken}\n\`\`\``, 'Done.'));
  });
});

it('nothing becomes a call that was none, and no verdict but malformed changes', () => {
  const piece = fc.oneof(
    before,
    after,
    fc.tuple(fc.oneof(someData, objectArguments), shells).map(([value, toBlock]) => toBlock(value)),
    fc
      .tuple(likeOurs, objectArguments, shells)
      .map(([tool, rest, toBlock]) => toBlock({ tool, ...rest, terminate: false })),
    fc.constantFrom(
      '<tool_call>',
      '</tool_call>',
      '```',
      '```json',
      '<think>',
      '</think>',
      '{',
      '}',
      '"tool": "read_file"',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), (pieces) => {
      const content = pieces.join('\n');
      const [plain, known] = [readReply({ ...emptyReply, content }), read(content)];
      if (plain.kind === 'malformed') expect(known.kind).not.toBe('tool_call');
      else expect(known).toEqual(plain);
    }),
    { numRuns: 1_000 },
  );
});

it('what is shown while it arrives is how the answer begins', () => {
  fc.assert(
    fc.property(
      before,
      someData,
      shells,
      after,
      fc.integer({ min: 1, max: 40 }),
      (lead, value, toBlock, end, size) => {
        const content = asReply(lead, toBlock(value), end);
        const gate = createTextGate();
        let shown = '';
        for (let at = 0; at < content.length; at += size) shown += gate.push(content.slice(at, at + size));
        const reading = read(content);
        expect(reading.kind === 'text' && reading.text.startsWith(shown)).toBe(true);
        expect(isJsonObject(value)).toBe(true);
      },
    ),
  );
});
