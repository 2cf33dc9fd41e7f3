import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { localActor } from '../domain/actor';
import { countTurns } from '../shared/testing/count-turns';
import { exportUsage, getUsage } from './get-usage';

let opened: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  opened = await openServices();
});
afterEach(() => opened.close());

const total = {
  calls: 2,
  unreported: 0,
  input: 100,
  cached: 40,
  output: 20,
  reasoning: 5,
  amountUsd: 0.25,
  unpriced: 0,
};
const stored = (quarter: string, workflowId: string | null, model = 'small') => ({
  quarter,
  workflowId,
  model,
  ...total,
});

const isIn = (at: Date, from: Date, to: Date) => from <= at && at < to;

/** Puts these rows in the store, at noon of 2026-11-22 in UTC. */
const withRows = (...rows: ReturnType<typeof stored>[]) => ({
  ...opened.services,
  clock: { ...opened.services.clock, now: () => new Date('2026-11-22T12:00:00Z') },
  usage: {
    sumBetween: async (from: Date, to: Date) =>
      rows.flatMap(({ quarter, ...sum }) => (isIn(new Date(quarter), from, to) ? [sum] : [])),
    countDamaged: async () => 0,
  },
});
const range = { days: '7', timeZone: 'UTC' };

describe('usage', () => {
  it('is summed for each day, workflow and model; a workflow that is gone has its id', async () => {
    const view = await getUsage(
      withRows(
        stored('2026-11-21T10:00:00.000Z', 'free-request'),
        stored('2026-11-21T10:15:00.000Z', 'free-request'),
        stored('2026-11-21T10:15:00.000Z', 'free-request', 'large'),
        stored('2026-11-22T10:00:00.000Z', 'no-longer-there'),
        stored('2026-11-22T10:00:00.000Z', null),
      ),
      localActor,
      range,
    );
    expect(view.rows.map(({ day, workflow, model, input }) => [day, workflow, model, input])).toEqual([
      ['2026-11-21', 'Free request', 'small', 200],
      ['2026-11-21', 'Free request', 'large', 100],
      ['2026-11-22', 'no-longer-there', 'small', 100],
      ['2026-11-22', 'Follow-ups', 'small', 100],
    ]);
    expect(view.total).toMatchObject({ calls: 10, input: 500, amountUsd: 1.25 });
    expect(view.days).toHaveLength(7);
    expect(view.days.at(-1)).toBe('2026-11-22');
  });

  it('follows the days of the reader’s time zone, and drops what is before the range', async () => {
    const services = withRows(
      stored('2026-11-15T12:00:00.000Z', null),
      stored('2026-11-21T18:15:00.000Z', null),
      stored('2026-11-21T18:30:00.000Z', null),
    );
    const daysIn = async (timeZone: string) =>
      (await getUsage(services, localActor, { days: '7', timeZone })).rows.map(({ day }) => day);
    expect(await daysIn('Asia/Kolkata')).toEqual(['2026-11-21', '2026-11-22']);
    expect(await daysIn('UTC')).toEqual(['2026-11-21']);
  });

  it('has each quarter in one day where a clock is set forward or back, and where a day was left out', async () => {
    const quarters = (from: string) =>
      Array.from({ length: 4 * 96 }, (_, index) => new Date(Date.parse(from) + index * 900_000));
    for (const [timeZone, from] of [
      ['Europe/Berlin', '2026-03-27T00:00:00Z'],
      ['Europe/Berlin', '2026-10-24T00:00:00Z'],
      ['America/Havana', '2026-03-06T00:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-03T00:00:00Z'],
      ['Pacific/Apia', '2011-12-28T00:00:00Z'],
      ['Pacific/Kiritimati', '2026-11-01T00:00:00Z'],
    ] as const) {
      const all = quarters(from);
      const last = all.at(-1) as Date;
      const services = withRows(...all.map((at) => stored(at.toISOString(), null)));
      const clock = { ...services.clock, now: () => last };
      const { rows } = await getUsage({ ...services, clock }, localActor, { days: '7', timeZone });
      const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
      const calls: Record<string, number> = {};
      for (const at of all) calls[format.format(at)] = (calls[format.format(at)] ?? 0) + total.calls;
      expect(Object.fromEntries(rows.map((row) => [row.day, row.calls]))).toEqual(calls);
    }
  });

  it('of many days leaves a turn to others after each day', async () => {
    const turns = await countTurns(() => getUsage(withRows(), localActor, { days: '90', timeZone: 'UTC' }));
    expect(turns).toBeGreaterThanOrEqual(90);
  });

  it('without a known range or time zone is that of 30 days in UTC', async () => {
    const view = await getUsage(withRows(), localActor, { days: '1e9', timeZone: 'Nowhere/Town' });
    expect(view).toMatchObject({ rows: [], total: { calls: 0, amountUsd: null } });
    expect(view.days).toHaveLength(30);
  });

  it('is exported as CSV with one line for each row', async () => {
    const row = { ...stored('2026-11-21T10:00:00.000Z', null, '=cmd|"x"'), amountUsd: null as never };
    const file = await exportUsage(withRows(row), localActor, range);
    expect(file.fileName).toBe('usage-2026-11-16-to-2026-11-22.csv');
    expect(file.text.split('\r\n')).toEqual([
      'Day,Workflow,Model,Model calls,Model calls without tokens,Tokens in,Cached input,Tokens out,Reasoning,US dollars,Model calls without price',
      '2026-11-21,Follow-ups,"\'=cmd|""x""",2,0,100,40,20,5,,0',
      '',
    ]);
  });
});
