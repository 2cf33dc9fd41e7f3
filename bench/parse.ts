import { parseArguments } from '../lib/replies/parse-arguments';
import { parseReply } from '../lib/replies/parse-reply';
import { createTextGate } from '../lib/replies/stream/text-gate';

/**
 * Measures the two parsers and the text gate: how time grows at n, 2n and 4n for hostile texts, and the
 * throughput for ordinary ones. Run it with `npx tsx bench/parse.ts`. Bars: the event loop reads or shows one
 * piece in under 50 ms, growth per doubling is near 2 (linear), ordinary replies reach 10 MB/s, a call of 1
 * MB 100 MB/s.
 */
const call = '{"tool": "read_file", "parameters": {"path": "notes/plan.md"}, "terminate": false}';

const repeated = [
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '`',
  '``',
  '```',
  '```\n',
  '```json\n',
  '~~~\n',
  '\\',
  '\\"',
  '\n',
  ' ',
  '\t',
  '\u200b',
  '<',
  '>',
  '<think>',
  '</think>',
  '<think>\n',
  '<think></think>',
  '<tool_call>',
  '</tool_call>',
  '<tool_call>\n{',
  '<tool_call>{}',
  'a<tool_call>{}',
  '<a>',
  '<a>\n',
  '</a>',
  '<b1>\n<c2>\n',
  '<!--',
  '-->',
  '/*',
  '/*\n',
  '- ',
  '- {',
  '1. ',
  '> ',
  '| ',
  '{"tool":',
  '{"tool":\n',
  '{"tool": "',
  '{"a":',
  '{"a":1}',
  '{"a":1}\n',
  '{a:',
  '{a:1}',
  '{a:\n',
  '{{',
  '{"',
  '["',
  '["<',
  '[1]',
  '[1,',
  '[{',
  '[{}',
  '[\n',
  'x{',
  'x[',
  'x {"a": 1} ',
  '",',
  '\\u',
  '<|',
  '<|im_end|>',
  '<s>',
  '[INST]',
  '<|tool_call|>',
  '<function=a>',
  '<function_calls>',
  '<read_file>\n<path>',
  '[TOOL_CALLS]',
  'Action: x\n',
  'Action Input: x\n',
  'tool: x\n',
  'tool: x\nparameters:\n',
  '"tool": x\n',
  '◁',
  '<|channel|>',
  '`{"tool": 1}` ',
  '{"tool":1}\n',
  '{"tool":1} ',
  `${call}\n`,
  `x ${call} `,
  `- ${call}\n`,
  '𝒳',
  '\ud83d',
  '{"k":"v"},',
  '1e',
  '-',
  'tru',
  '\r\n',
  '{}',
  '[]',
  '{x',
  '--',
  '<b1>',
  '</b>',
  '<|x|>',
  '<｜x｜>',
  '“',
  '”',
  'Tool result: ',
  'x\n{}\n',
];

/** These texts cost a reader that looks back from the end of the reply, or ahead from its beginning. */
const ends = ['}', '</think>', '```', '"}'];
const beginnings = ['{"tool": "', '```json\n', '> ', 'Hello.\n'];

type Family = { name: string; build: (length: number) => string };

const families: Family[] = [
  ...repeated.map((unit) => ({
    name: JSON.stringify(unit),
    build: (length: number) => unit.repeat(Math.ceil(length / unit.length)),
  })),
  ...repeated.map((unit, index) => ({
    name: `${JSON.stringify(unit)}, then ${ends[index % ends.length]}`,
    build: (length: number) => unit.repeat(Math.ceil(length / unit.length)) + ends[index % ends.length],
  })),
  ...repeated.map((unit, index) => ({
    name: `${JSON.stringify(beginnings[index % beginnings.length])}, then ${JSON.stringify(unit)}`,
    build: (length: number) =>
      beginnings[index % beginnings.length] + unit.repeat(Math.ceil(length / unit.length)),
  })),
  ...repeated.map((unit) => ({
    name: `${JSON.stringify(unit)} in a fence`,
    build: (length: number) => `\`\`\`json\n${unit.repeat(Math.ceil(length / unit.length))}\n\`\`\``,
  })),
  { name: 'open and close braces', build: (length) => '{'.repeat(length / 2) + '}'.repeat(length / 2) },
  { name: 'deep objects', build: (length) => '{"a":'.repeat(length / 6) + '}'.repeat(length / 6) },
  {
    name: 'runs of backquotes',
    build: (length) =>
      Array.from({ length: Math.floor(Math.sqrt(2 * length)) }, (_, index) => '`'.repeat(index + 1)).join(
        ' ',
      ),
  },
  {
    name: 'tags of many names',
    build: (length) => Array.from({ length: Math.floor(length / 8) }, (_, index) => `<t${index}>\n`).join(''),
  },
  {
    name: 'keys of many names',
    build: (length) =>
      `{${Array.from({ length: Math.floor(length / 10) }, (_, index) => `"k${index}":1`).join(',')}}`,
  },
  { name: 'unclosed think, then openers', build: (length) => `<think>${'{"tool":'.repeat(length / 8)}` },
  { name: 'words, then openers', build: (length) => `Hello.\n${'{"tool" '.repeat(length / 8)}` },
];

function millisecondsOf(run: () => unknown): number {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
}

/** Returns the time of the fastest of several runs, because noise only adds time. */
function best(run: () => unknown, runs: number): number {
  return Math.min(...Array.from({ length: runs }, () => millisecondsOf(run)));
}

function streamThroughGate(text: string, pieceLength = 4): void {
  const gate = createTextGate();
  for (let at = 0; at < text.length; at += pieceLength) gate.push(text.slice(at, at + pieceLength));
}

function measureGrowth(name: string, run: (text: string) => unknown): void {
  const rows = families.map((family) => {
    const [small, medium, large] = [65_536, 131_072, 262_144].map((length) => family.build(length));
    const times = [small, medium, large].map((text) => best(() => run(text ?? ''), 3));
    return { name: family.name, times, growth: (times[2] ?? 0) / Math.max(times[0] ?? 0, 0.2) / 4 };
  });
  const slowest = rows.toSorted((one, other) => (other.times[0] ?? 0) - (one.times[0] ?? 0)).slice(0, 5);
  const steepest = rows.toSorted((one, other) => other.growth - one.growth).slice(0, 5);
  const print = (row: (typeof rows)[number]) =>
    `    ${row.name.slice(0, 40).padEnd(42)} ${row.times.map((time) => `${time.toFixed(2)} ms`).join(' | ')}   growth ${row.growth.toFixed(2)}`;
  console.log(`${name}: ${rows.length} hostile families at 64 KB | 128 KB | 256 KB; growth 1.00 is linear`);
  console.log(`  slowest\n${slowest.map(print).join('\n')}`);
  console.log(`  steepest\n${steepest.map(print).join('\n')}`);
}

/** Measures the slowest text of work that the event loop does in one piece. */
function measureSlowest(name: string, length: number, run: (text: string) => unknown): void {
  const rows = families.map((family) => {
    const text = family.build(length).slice(0, length);
    return { name: family.name, time: best(() => run(text), 3) };
  });
  const [slowest] = rows.toSorted((one, other) => other.time - one.time);
  console.log(`${name}, ${length} characters: at most ${slowest?.time.toFixed(1)} ms (${slowest?.name})`);
}

function measureThroughput(name: string, text: string, run: () => unknown): void {
  const milliseconds = best(run, 9);
  const megabytes = Buffer.byteLength(text) / 1_000_000;
  console.log(
    `  ${name.padEnd(36)} ${megabytes.toFixed(3)} MB  ${(megabytes / (milliseconds / 1_000)).toFixed(0)} MB/s`,
  );
}

const answer = `# Summary\n\nThe plan has **three** parts, see \`notes/plan.md\` and [the issue](https://example.org/1).\n\n- read\n- write {carefully}\n\n\`\`\`ts\nconst a = { b: 1 };\n\`\`\`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n`;
const ordinary = answer.repeat(Math.ceil(1_000_000 / answer.length));
const replies = [
  call,
  `I will read it.\n\n${call}`,
  `\`\`\`json\n${call}\n\`\`\``,
  `<think>\n${answer}\n</think>\n${call}`,
  answer,
];
const content = 'The quick brown fox says "hi"\n'.repeat(33_000);
const bigCall = JSON.stringify({ tool: 'write_file', parameters: { path: 'a', content }, terminate: false });
const plainCall = JSON.stringify({
  tool: 'write_file',
  parameters: { path: 'a', content: 'x'.repeat(1_000_000) },
  terminate: false,
});
const encodedArguments = JSON.stringify(JSON.stringify({ content: content.slice(0, 900_000) }));

measureSlowest('parseReply, what is not read in a thread', 16_000, parseReply);
measureSlowest('text gate, what a run shows at once', 4_000, (text) => createTextGate().push(text));
measureGrowth('parseReply', parseReply);
measureGrowth('parseArguments', parseArguments);
measureGrowth('text gate, 4 characters a piece', (text) => streamThroughGate(text));
measureGrowth('text gate, all in one piece', (text) => createTextGate().push(text));
console.log('throughput');
measureThroughput('ordinary answer', ordinary, () => parseReply(ordinary));
measureThroughput('short replies', replies.join('').repeat(200), () => {
  for (let round = 0; round < 200; round += 1) for (const reply of replies) parseReply(reply);
});
measureThroughput('1 MB call, prose with escapes', bigCall, () => parseReply(bigCall));
measureThroughput('1 MB call, one plain string', plainCall, () => parseReply(plainCall));
measureThroughput('1 MB call in a fence', bigCall, () => parseReply(`\`\`\`json\n${bigCall}\n\`\`\``));
measureThroughput('arguments, encoded once', encodedArguments, () => parseArguments(encodedArguments));
measureThroughput('arguments, plain', plainCall, () => parseArguments(plainCall));
measureThroughput('text gate, ordinary answer', ordinary, () => streamThroughGate(ordinary));
