import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Gauges } from '../metrics.port';
import type { Fact, ModelCalled, Tell } from '../telemetry.port';

/** A model that nobody set up, or a tool that the server does not have, has this label. */
const other = 'other';

const secondsOf = { write: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10], call: [0.1, 0.5, 2, 5, 15, 60, 300] };
/** People decide in half a minute, in an hour or after a weekend. */
const decisionSeconds = [10, 30, 120, 600, 3_600, 14_400, 86_400, 259_200];

/**
 * Counts facts for Prometheus, beside what Node tells about the process. No label has a value that people or
 * models write, so the number of series has a limit: models are those that are set up, tools those that exist.
 */
export function createMetrics(version: string): {
  tell: Tell;
  contentType: string;
  /** Returns the text format of Prometheus. */
  toText(seen: Gauges): Promise<string>;
} {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const about = { name: 'countersign_info', help: 'The version of this server.', registers };
  new Gauge({ ...about, labelNames: ['version'] }).set({ version }, 1);
  const facts = createFactFigures(registers);
  const setGauges = createGauges(registers);
  return {
    tell: (fact) => count(fact, facts),
    contentType: registry.contentType,
    async toText(seen) {
      setGauges(seen);
      return registry.metrics();
    },
  };
}

type Registers = Registry[];

function createFactFigures(registers: Registers) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `countersign_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name: `countersign_${name}`, help, labelNames, buckets, registers });
  return {
    runsStarted: counter('runs_started_total', 'Runs that this server stored first.'),
    runsEnded: counter('runs_ended_total', 'Runs whose end this server stored, by how they ended.', [
      'status',
      'failure',
    ]),
    steps: counter('steps_total', 'Replies of models that asked for a tool.'),
    modelCalls: histogram(
      'model_call_duration_seconds',
      'Calls of models, with retries.',
      ['provider', 'model', 'outcome'],
      secondsOf.call,
    ),
    tokens: counter('model_tokens_total', 'Tokens that the servers of models reported.', [
      'provider',
      'model',
      'direction',
    ]),
    toolCalls: histogram(
      'tool_call_duration_seconds',
      'Calls of tools.',
      ['tool', 'outcome'],
      secondsOf.call,
    ),
    asked: counter('approvals_requested_total', 'Requests for a signature.'),
    approvals: histogram(
      'approval_wait_seconds',
      'Requests that ended, by how they ended, with the time from request to end.',
      ['outcome'],
      decisionSeconds,
    ),
    writes: histogram(
      'database_write_duration_seconds',
      'Writes of the database, with the time that they wait for their turn.',
      ['outcome'],
      secondsOf.write,
    ),
    repeats: counter('database_repeated_writes_total', 'Transactions that met another one and ran again.'),
    outages: counter('database_outages_total', 'Times at which the database stopped taking writes.'),
  };
}

function count(fact: Fact, figures: ReturnType<typeof createFactFigures>): void {
  if (fact.type === 'run_started') figures.runsStarted.inc();
  else if (fact.type === 'run_ended')
    figures.runsEnded.inc({ status: fact.status, failure: fact.failure ?? '' });
  else if (fact.type === 'steps_taken') figures.steps.inc(fact.count);
  else if (fact.type === 'model_called') countModelCall(fact, figures);
  else if (fact.type === 'tool_called')
    figures.toolCalls.observe(
      { tool: fact.isKnown ? fact.tool : other, outcome: fact.outcome },
      fact.durationMs / 1_000,
    );
  else if (fact.type === 'approval_asked') figures.asked.inc();
  else if (fact.type === 'approval_ended') {
    const waitMs = Math.max(0, fact.at.getTime() - fact.since.getTime());
    figures.approvals.observe({ outcome: fact.outcome }, waitMs / 1_000);
  } else if (fact.type === 'database_written')
    figures.writes.observe({ outcome: fact.isStored ? 'ok' : 'failed' }, fact.durationMs / 1_000);
  else if (fact.type === 'write_repeated') figures.repeats.inc();
  else if (fact.type === 'outage_began') figures.outages.inc();
}

function countModelCall(
  { provider, model, isSetUp, outcome, durationMs, usage }: ModelCalled,
  { modelCalls, tokens }: Pick<ReturnType<typeof createFactFigures>, 'modelCalls' | 'tokens'>,
): void {
  const asked = isSetUp ? { provider, model } : { provider: other, model: other };
  modelCalls.observe({ ...asked, outcome }, durationMs / 1_000);
  if (!usage) return;
  tokens.inc({ ...asked, direction: 'in' }, usage.input);
  tokens.inc({ ...asked, direction: 'out' }, usage.output);
}

function createGauges(registers: Registers): (seen: Gauges) => void {
  const gauge = (name: string, help: string) => new Gauge({ name: `countersign_${name}`, help, registers });
  const figures = {
    active: gauge('runs_active', 'Runs that this server works on, or that wait here for their turn.'),
    waiting: gauge('runs_in_line', 'Runs that wait here for their turn.'),
    oldest: gauge('line_oldest_seconds', 'The time that the first run of the line has waited.'),
    pending: gauge(
      'approvals_waiting',
      'Requests that wait for a signature, on all servers of the database.',
    ),
    unknown: gauge('unknown_outcomes', 'Steps whose outcome nobody knows, on all servers of the database.'),
    streams: gauge('streams_open', 'Open event streams.'),
    draining: gauge('draining', '1 while this server ends.'),
    outage: gauge('database_outage', '1 while the database takes no writes, or a part of it is damaged.'),
  };
  return (seen) => {
    figures.active.set(seen.activeRuns);
    figures.waiting.set(seen.waitingRuns);
    figures.oldest.set(seen.oldestWaitMs / 1_000);
    figures.pending.set(seen.pendingApprovals ?? Number.NaN);
    figures.unknown.set(seen.unknownOutcomes ?? Number.NaN);
    figures.streams.set(seen.openStreams);
    figures.draining.set(Number(seen.isDraining));
    figures.outage.set(Number(seen.hasOutage));
  };
}
