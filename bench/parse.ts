import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokenCount } from 'tokenx';
import { estimateTokens } from '../lib/domain/context/estimate-tokens';
import { parseArguments } from '../lib/replies/parse-arguments';
import { parseReply } from '../lib/replies/parse-reply';
import { createTextGate } from '../lib/replies/stream/text-gate';
import { readDocuments } from '../tests/long-run';
import { figure } from './figure';

/**
 * Measures the two parsers and the text gate: the slowest hostile text that the event loop reads in one piece,
 * how time grows at n, 2n and 4n (1.00 is linear), and the throughput of ordinary texts. Then the estimate of
 * tokens against a real tokenizer, and what runs of 100 steps send to windows of several sizes.
 */
const call = '{"tool": "read_file", "parameters": {"path": "notes/plan.md"}, "terminate": false}';

/** Each stands for itself; these four stand for a blank and what an editor would hide. */
const spaces = { '␣': ' ', '⏎': '\n', '⇥': '\t', '␍': '\r' };
const repeated = [
  '{ } [ ] " \' ` `` ``` ```⏎ ```json⏎ ~~~⏎ \\ " ⏎ ␣ ⇥ < > <think> </think> <think>⏎ <think></think>',
  '<tool_call> </tool_call> <tool_call>⏎{ <tool_call>{} a<tool_call>{} <a> <a>⏎ </a> <b1>⏎<c2>⏎ <!--',
  '--> /* /*⏎ -␣ -␣{ 1.␣ >␣ |␣ {"tool": {"tool":⏎ {"tool":␣" {"a": {"a":1} {"a":1}⏎ {a: {a:1} {a:⏎ {{',
  '{" [" ["< [1] [1, [{ [{} [⏎ x{ x[ x␣{"a":␣1}␣ ", \\u <| <|im_end|> <s> [INST] <|tool_call|>',
  '<function=a> <function_calls> <read_file>⏎<path> [TOOL_CALLS] Action:␣x⏎ Action␣Input:␣x⏎ tool:␣x⏎',
  'tool:␣x⏎parameters:⏎ "tool":␣x⏎ ◁ <|channel|> `{"tool":␣1}`␣ {"tool":1}⏎ {"tool":1}␣ 𝒳 {"k":"v"}, 1e',
  '- tru ␍⏎ {} [] {x -- <b1> </b> <|x|> <｜x｜> “ ” Tool␣result:␣ x⏎{}⏎',
]
  .flatMap((line) => line.split(' '))
  .map((unit) => unit.replace(/[␣⏎⇥␍]/g, (space) => spaces[space as keyof typeof spaces]))
  .concat(['\u200b', '\ud83d', `${call}\n`, `x ${call} `, `- ${call}\n`]);

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
  const rows = families.map(({ name: family, build }) => {
    const [small = 0, , large = 0] = [65_536, 131_072, 262_144].map((length) => {
      const text = build(length);
      return best(() => run(text), 3);
    });
    return { family, small, growth: large / Math.max(small, 0.2) / 4 };
  });
  const [slowest] = rows.toSorted((one, other) => other.small - one.small);
  const [steepest] = rows.toSorted((one, other) => other.growth - one.growth);
  figure(`${name}, 64 KB: ${slowest?.family.slice(0, 25)}`, slowest?.small ?? 0, 'ms');
  figure(`… growth: ${steepest?.family.slice(0, 25)}`, steepest?.growth ?? 0, '×');
}

/** Measures the slowest text of work that the event loop does in one piece. */
function measureSlowest(name: string, length: number, run: (text: string) => unknown): void {
  const times = families.map(({ build }) => {
    const text = build(length).slice(0, length);
    return best(() => run(text), 3);
  });
  figure(`${name}, the slowest ${length} characters`, Math.max(...times), 'ms', { most: 50 });
}

function measureThroughput(name: string, text: string, least: number | null, run: () => unknown): void {
  const megabytes = Buffer.byteLength(text) / 1_000_000;
  figure(name, megabytes / (best(run, 9) / 1_000), 'MB/s', least === null ? null : { least });
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

measureSlowest('parseReply', 16_000, parseReply);
measureSlowest('text gate', 4_000, (text) => createTextGate().push(text));
measureGrowth('parseReply', parseReply);
measureGrowth('parseArguments', parseArguments);
measureGrowth('text gate, 4 characters a piece', (text) => streamThroughGate(text));
measureGrowth('text gate, all in one piece', (text) => createTextGate().push(text));
measureThroughput('parseReply, an ordinary answer', ordinary, 10, () => parseReply(ordinary));
measureThroughput('parseReply, short replies', replies.join('').repeat(200), null, () => {
  for (let round = 0; round < 200; round += 1) for (const reply of replies) parseReply(reply);
});
measureThroughput('parseReply, a call of 1 MB', bigCall, 100, () => parseReply(bigCall));
measureThroughput('parseArguments, a call of 1 MB', bigCall, null, () => parseArguments(bigCall));
measureThroughput('text gate, an ordinary answer', ordinary, null, () => streamThroughGate(ordinary));
measureEstimates();
await measureWindows();

/** tokenx is here to compare it with ours: docs/decisions/0024-our-own-token-estimate.md. */
function measureEstimates(): void {
  const fileOf = (name: string) => readFileSync(name, 'utf8').slice(0, 40_000);
  const repeat = (text: string) => text.repeat(60);
  const hashes = Array.from({ length: 300 }, (_, number) =>
    createHash('sha256').update(String(number)).digest('hex'),
  );
  const texts = {
    code: fileOf('lib/agent/drive-run.ts'),
    Markdown: fileOf('docs/architecture.md'),
    'JSON with hashes': fileOf('package-lock.json'),
    SQL: fileOf('prisma/sqlite/migrations/20261121053139_initial/migration.sql'),
    'English prose': fileOf('LICENSE'),
    hashes: hashes.join('\n'),
    'base 64': Buffer.from(fileOf('LICENSE')).toString('base64'),
    German: repeat(
      'Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung. ',
    ),
    French: repeat(
      'Les représentants du peuple français, constitués en Assemblée nationale, l’ont déclaré. ',
    ),
    Russian: repeat('Все люди рождаются свободными и равными в своем достоинстве и правах. '),
    Chinese: repeat('人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。'),
    Arabic: repeat('يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. '),
  };
  for (const [kind, text] of Object.entries(texts)) {
    const toError = (estimate: number) => (estimate / countTokens(text) - 1) * 100;
    figure(`tokens of ${kind}, error of the estimate`, toError(estimateTokens(text)), '%');
    figure('… of tokenx', toError(estimateTokenCount(text)), '%');
  }
}

async function measureWindows(): Promise<void> {
  for (const [windowTokens, characters] of [
    [8_192, 16_000],
    [8_192, 4_000],
    [8_192, 1_000],
    [32_768, 16_000],
    [32_768, 4_000],
    [131_072, 16_000],
    [10_000_000, 16_000],
  ] as const) {
    const reading = await readDocuments({ kind: 'vLLM', windowTokens, tellsWindow: true }, 100, characters);
    const cuts = reading.events.filter(({ type }) => type === 'history_left_out').length;
    figure(`window ${windowTokens}, results of ${characters}: largest request`, Math.max(...reading.prompts));
    figure('… all requests', reading.total);
    figure('… steps that left something out', cuts);
    figure('… requests that extend the one before', reading.extending);
    await reading.close();
  }
}
