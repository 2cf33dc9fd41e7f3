/**
 * Measures how well the app estimates requests, and what leaving out saves: `npx tsx bench/tokens.ts`. It
 * compares the estimates with the counts of real tokenizers.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { estimateTokenCount } from 'tokenx';
import { estimateTokens } from '../lib/domain/context/estimate-tokens';
import { readDocuments } from '../lib/testing/long-run';

const fileOf = (name: string) => readFileSync(name, 'utf8').slice(0, 40_000);
const repeat = (text: string) => text.repeat(60);
const rows = (count: number, row: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => row(number)).join('\n');

const texts: Record<string, string> = {
  code: fileOf('lib/agent/drive-run.ts'),
  styles: fileOf('app/_features/runs/timeline.module.css'),
  Markdown: fileOf('docs/architecture.md'),
  'JSON with hashes': fileOf('package-lock.json'),
  SQL: fileOf('prisma/migrations/20261121053139_initial/migration.sql'),
  'English prose': fileOf('LICENSE'),
  log: rows(
    200,
    (n) =>
      `2026-11-22T13:${n % 60}:07.${100 + n}Z INFO [worker-${n % 8}] path=/api/items/${n * 37} status=200`,
  ),
  CSV: rows(300, (n) => `${n},Customer ${n},${(n * 13.37).toFixed(2)},2026-01-${(n % 28) + 1},EU`),
  hexadecimal: rows(300, (n) => ((n * 2_654_435_761) >>> 0).toString(16).repeat(4)),
  'list of hashes': rows(
    300,
    (n) => `${createHash('sha256').update(String(n)).digest('hex')}  file-${n}.txt`,
  ),
  'base 64': Buffer.from(fileOf('LICENSE')).toString('base64'),
  German: repeat('Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung. '),
  French: repeat('Les représentants du peuple français, constitués en Assemblée nationale, l’ont déclaré. '),
  Russian: repeat('Все люди рождаются свободными и равными в своем достоинстве и правах. '),
  Chinese: repeat('人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。'),
  Japanese: repeat('すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。'),
  Korean: repeat('모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. '),
  Greek: repeat('Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. '),
  Hindi: repeat('सभी मनुष्य जन्म से स्वतंत्र और गरिमा तथा अधिकारों में समान हैं। '),
  Arabic: repeat('يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. '),
};

/**
 * tokenx needs these corrections so that its estimates of hashes, encoded bytes and more letters are not far
 * too low.
 */
const corrections = [
  { pattern: /\d[a-z]|[a-z]\d/i, averageCharsPerToken: 1.8 },
  { pattern: /^[A-Za-z]{24,}$/, averageCharsPerToken: 2 },
  { pattern: /[\u0590-\u08ff]/, averageCharsPerToken: 2.2 },
  { pattern: /[\u0900-\u1fff]/, averageCharsPerToken: 2 },
  { pattern: /[\u0400-\u052f]/, averageCharsPerToken: 3 },
];
const estimators: Record<string, (text: string) => number> = {
  ours: estimateTokens,
  tokenx: estimateTokenCount,
  'tokenx, corrected': (text) => estimateTokenCount(text, { languageConfigs: corrections }),
};

const errorOf = (estimate: number, count: number) => (estimate / count - 1) * 100;
const percent = (error: number) => `${Math.round(error)} %`.padStart(9);
const names = Object.keys(estimators);
console.log('Error of each estimate against o200k_base, cl100k_base');
console.log(`${' '.repeat(18)}${names.map((name) => name.padStart(19)).join('')}`);
const all: Record<string, number[]> = {};
for (const [kind, text] of Object.entries(texts)) {
  const counts = [countO200k(text), countCl100k(text)];
  const columns = names.map((name) => {
    const errors = counts.map((count) => errorOf(estimators[name]?.(text) ?? 0, count));
    all[name] = [...(all[name] ?? []), ...errors];
    return ` ${errors.map(percent).join('')}`;
  });
  console.log(`${kind.padEnd(18)}${columns.join('')}`);
}

/** Returns the shortest time of 15 rounds over all texts, because other programs only add to it. */
function timeOf(count: (text: string) => number): number {
  const kilobytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1_024;
  const rounds = Array.from({ length: 15 }, () => {
    const startedAt = performance.now();
    for (const text of Object.values(texts)) count(text);
    return performance.now() - startedAt;
  });
  return (Math.min(...rounds) * 1_000) / kilobytes;
}
const oursTime = timeOf(estimateTokens);
for (const [name, count] of [...Object.entries(estimators), ['o200k_base itself', countO200k] as const]) {
  const time = timeOf(count);
  const errors = (all[name] ?? [0]).map(Math.abs);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const [low, high] = [Math.min(...(all[name] ?? [0])), Math.max(...(all[name] ?? [0]))].map(percent);
  console.log(
    `${name.padEnd(18)} mean error ${percent(mean)}, from ${low} to ${high}; ${time.toFixed(1)} µs a KB, ${(time / oursTime).toFixed(0)} × ours`,
  );
}

const letters = 'a'.repeat(16_000);
const startedAt = performance.now();
countO200k(letters);
console.log(`o200k_base counts 16,000 equal letters in ${Math.round(performance.now() - startedAt)} ms`);

const sizes = [8_192, 32_768, 131_072, 10_000_000].map((tokens) => [tokens, 16_000] as const);
const smallResults = [8_192, 32_768].flatMap((tokens) =>
  [4_000, 1_000].map((size) => [tokens, size] as const),
);
console.log('\n100 steps');
console.log(
  'server      result    window   largest request   all requests   cuts   requests that extend the one before',
);
for (const kind of ['llama.cpp', 'vLLM', 'Ollama'] as const) {
  for (const [windowTokens, characters] of kind === 'vLLM' ? [...sizes, ...smallResults] : sizes) {
    const reading = await readDocuments({ kind, windowTokens, tellsWindow: true }, 100, characters);
    const steps = reading.events.filter(({ type }) => type === 'history_left_out').length;
    const figures = [Math.max(...reading.prompts), reading.total].map((tokens) =>
      tokens.toLocaleString('en-US').padStart(15),
    );
    console.log(
      `${kind.padEnd(9)}${String(characters).padStart(9)}${String(windowTokens).padStart(10)}${figures.join('')}${String(steps).padStart(7)}${String(reading.extending).padStart(10)}`,
    );
    await reading.close();
  }
}
