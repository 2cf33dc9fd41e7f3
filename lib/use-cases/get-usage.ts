import { type UsageView, usageRanges } from '../contracts/usage';
import type { Actor } from '../domain/actor';
import { addTotals, noUsage, sumUsage } from '../domain/usage';
import { toCsv } from '../shared/to-csv';
import type { Services } from './services';

type UsageServices = Pick<Services, 'usage' | 'workflows' | 'clock'>;
/** As in the address: anything that is not a range or a time zone counts as not given. */
type Range = { days: string | null; timeZone: string | null };

/** What models used, for each day, workflow and model. */
export async function getUsage(services: UsageServices, _actor: Actor, range: Range): Promise<UsageView> {
  const dayOf = createDayReader(range.timeZone);
  const count = usageRanges.find((days) => String(days) === range.days) ?? 30;
  const now = services.clock.now();
  const days = listDays(dayOf(now), count);
  const [stored, damagedRows] = await Promise.all([
    services.usage.listSince(new Date(now.getTime() - (count + 1) * dayMs)),
    services.usage.countDamaged(),
  ]);
  const titles = new Map<string | null, string>([[null, 'Message']]);
  for (const id of new Set(stored.map(({ workflowId }) => workflowId)))
    if (id !== null) titles.set(id, (await services.workflows.find(id))?.title ?? id);
  const rows = new Map<string, UsageView['rows'][number]>();
  for (const { quarter, workflowId, model, ...total } of stored) {
    const day = dayOf(new Date(quarter));
    if (!days.includes(day)) continue;
    const workflow = titles.get(workflowId) ?? '';
    const key = JSON.stringify([day, workflow, model]);
    const before = rows.get(key) ?? { day, workflow, model, ...noUsage };
    rows.set(key, { ...before, ...addTotals(before, total) });
  }
  return { days, rows: [...rows.values()], total: sumUsage([...rows.values()]), damagedRows };
}

/** The rows of `getUsage` as a table for other programs. */
export async function exportUsage(services: UsageServices, actor: Actor, range: Range) {
  const { days, rows } = await getUsage(services, actor, range);
  const head = [
    'Day',
    'Workflow',
    'Model',
    'Replies',
    'Replies without tokens',
    'Tokens in',
    'Of them cached',
    'Tokens out',
    'Of them reasoning',
    'US dollars',
    'Replies without price',
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

/** The day of a moment as "2026-11-22". A time zone that does not exist counts as UTC. */
function createDayReader(timeZone: string | null): (at: Date) => string {
  const open = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  let format = open('UTC');
  try {
    if (timeZone) format = open(timeZone);
  } catch {
    // Not a time zone.
  }
  return (at) => format.format(at);
}

function listDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}
