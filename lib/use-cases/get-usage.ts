import { setImmediate as nextRound } from 'node:timers/promises';
import { type UsageView, usageRanges } from '../contracts/usage';
import type { Actor } from '../domain/actor';
import { addTotals, noUsage, quarterMs, sumUsage } from '../domain/usage';
import type { Services } from './services';
import { toCsv } from './views/to-csv';

type UsageServices = Pick<Services, 'usage' | 'workflows' | 'clock'>;
/** Holds the values of the address. A value that is no range or no time zone counts as not given. */
type Range = { days: string | null; timeZone: string | null };

/**
 * Says what models used, for each day, workflow and model. Asks the store day by day, so that other work gets
 * its turn.
 */
export async function getUsage(services: UsageServices, _actor: Actor, range: Range): Promise<UsageView> {
  const dayOf = createDayReader(range.timeZone);
  const count = usageRanges.find((days) => String(days) === range.days) ?? 30;
  const days = listDays(dayOf(services.clock.now()), count);
  const damagedRows = await services.usage.countDamaged();
  const titles = new Map<string | null, string>();
  const rows = new Map<string, UsageView['rows'][number]>();
  for (const day of days) {
    await nextRound();
    const sums = await services.usage.sumBetween(startOf(day, dayOf), startOf(addDays(day, 1), dayOf));
    for (const { workflowId, model, ...total } of sums) {
      const workflow = titles.get(workflowId) ?? (await findTitle(services, workflowId));
      titles.set(workflowId, workflow);
      const key = JSON.stringify([day, workflow, model]);
      const before = rows.get(key) ?? { day, workflow, model, ...noUsage };
      rows.set(key, { ...before, ...addTotals(before, total) });
    }
  }
  return { days, rows: [...rows.values()], total: sumUsage([...rows.values()]), damagedRows };
}

/** Returns the rows of `getUsage` as a table for other programs. */
export async function exportUsage(services: UsageServices, actor: Actor, range: Range) {
  const { days, rows } = await getUsage(services, actor, range);
  const head = [
    'Day',
    'Workflow',
    'Model',
    'Model calls',
    'Model calls without tokens',
    'Tokens in',
    'Cached input',
    'Tokens out',
    'Reasoning',
    'US dollars',
    'Model calls without price',
  ];
  const cells = rows.map((row) => [
    row.day,
    row.workflow,
    row.model,
    row.calls,
    row.unreported,
    row.input,
    row.cached,
    row.output,
    row.reasoning,
    row.amountUsd ?? '',
    row.unpriced,
  ]);
  return {
    text: toCsv([head, ...cells]),
    type: 'text/csv; charset=utf-8',
    fileName: `usage-${days[0]}-to-${days.at(-1)}.csv`,
  };
}

const dayMs = 24 * 60 * 60 * 1_000;

async function findTitle({ workflows }: UsageServices, id: string | null): Promise<string> {
  return id === null ? 'Follow-ups' : ((await workflows.find(id))?.title ?? id);
}

/**
 * Returns a function that gives the day of a moment as "2026-11-22". A time zone that does not exist counts
 * as UTC.
 */
function createDayReader(timeZone: string | null): (at: Date) => string {
  const open = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  let format = open('UTC');
  try {
    if (timeZone) format = open(timeZone);
  } catch {
    // A text that is no time zone leaves UTC in place.
  }
  return (at) => format.format(at);
}

function listDays(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
}

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** Returns the first quarter of an hour of this day or of a later one, because some places left out a day. */
function startOf(day: string, dayOf: (at: Date) => string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // No clock is a full day off UTC.
  let [before, start] = [midnight - dayMs, midnight + dayMs];
  while (start - before > quarterMs) {
    const middle = before + Math.floor((start - before) / quarterMs / 2) * quarterMs;
    if (dayOf(new Date(middle)) < day) before = middle;
    else start = middle;
  }
  return new Date(start);
}
