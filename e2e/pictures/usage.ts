import type { PictureBook } from './picture-book';

const total = { calls: 12, unreported: 0, cached: 0, reasoning: 0, amountUsd: null, unpriced: 12 };
const days = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 24 + index)).toISOString().slice(0, 10),
);
const workflows = ['Free request', 'Summarize a document', 'Notes to tasks'];
const rows = days.flatMap((day, index) =>
  index % 6 === 5
    ? []
    : ['gpt-5-mini', 'qwen3-coder:30b', 'mistral-small-2026']
        .slice(0, 1 + (index % 3))
        .map((model, number) => ({
          day,
          workflow: workflows[(index + number) % 3],
          model,
          ...total,
          input: number === 2 ? 0 : 41_000 * ((index % 4) + 1) + number * 7_300,
          cached: number === 0 ? 20_000 : 0,
          output: number === 2 ? 0 : 2_100 + index * 90,
          reasoning: number === 0 ? 640 : 0,
          unreported: number === 2 ? 12 : 0,
          ...(number === 0 ? { amountUsd: 0.0123 * (index + 1), unpriced: 0 } : {}),
        })),
);
const sum = {
  calls: 588,
  unreported: 96,
  input: 4_812_400,
  cached: 500_000,
  output: 203_100,
  reasoning: 16_000,
  amountUsd: 4.71,
  unpriced: 300,
};

/** Takes pictures of the page of usage: filled, empty and failed. */
export async function takeUsage({ picture, open }: PictureBook): Promise<void> {
  const states = {
    usage: { status: 200, json: { days, rows, total: sum } },
    'usage-empty': {
      status: 200,
      json: { days, rows: [], total: { ...total, calls: 0, input: 0, output: 0, unpriced: 0 } },
    },
    'usage-failed': {
      status: 500,
      json: { error: { code: 'internal', message: 'Something broke on the server.' } },
    },
  };
  for (const [name, answer] of Object.entries(states))
    await picture(
      name,
      async (page) => {
        await page.route('**/api/usage?*', (route) => route.fulfill(answer));
        await open('/usage')(page);
        await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
      },
      { isLow: name === 'usage' },
    );
}
