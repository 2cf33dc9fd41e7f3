/**
 * How well requests are estimated, and what leaving out saves: `npx tsx bench/tokens.ts`. The counts to compare with are those of
 * real tokenizers.
 */
import { readFileSync } from 'node:fs';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { readDocuments } from '../lib/agent/testing/long-run';
import { estimateTokens } from '../lib/domain/estimate-tokens';

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
  'base 64': Buffer.from(fileOf('LICENSE')).toString('base64'),
  German: repeat('Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung. '),
  French: repeat('Les représentants du peuple français, constitués en Assemblée nationale, l’ont déclaré. '),
  Russian: repeat('Все люди рождаются свободными и равными в своем достоинстве и правах. '),
  Chinese: repeat('人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。'),
  Japanese: repeat('すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。'),
  Arabic: repeat('يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. '),
};

const percent = (estimate: number, count: number) => `${Math.round((estimate / count - 1) * 100)} %`;
console.log('Estimate against a tokenizer         o200k_base  cl100k_base');
for (const [name, text] of Object.entries(texts)) {
  const estimate = estimateTokens(text);
  const errors = [countO200k, countCl100k].map((count) => percent(estimate, count(text)).padStart(12));
  console.log(`${name.padEnd(36)}${errors.join('')}`);
}

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
