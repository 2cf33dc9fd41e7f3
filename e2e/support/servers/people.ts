import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../http-client';
import { toRequest } from './two-step-model';

/** What people were told about a job. No server may take any of it back. */
export type ToldJob = {
  job: number;
  runId: string;
  /** The state in which they saw the run end, or in which it has been standing still. */
  status: string;
  /** Why the run ended as it did, as people read it. */
  outcome: unknown;
  /** What the last signature was answered, for a run that stands still. */
  lastAnswer: string;
  approvals: number;
  /** So often they were asked what became of a call. */
  unknownOutcomes: number;
};

/** A run that shows nothing new for this long, while nothing disturbs the servers, is stuck. */
const patienceMs = 120_000;
const pauseMs = 400;

type Work = { count: number; atOnce: number; isCalm(): boolean; onDone(told: ToldJob): void };

type Answer = Awaited<ReturnType<HttpClient['get']>>;

/**
 * Plays people who do these jobs, so many at a time: they start a run, sign its command, say what became of a
 * call whose server died, and look until it ends. Who gets no answer asks again, with the same key. While
 * servers are disturbed, an outage may cut every attempt of a person, so nobody gives up before `isCalm`.
 */
export async function doJobs(client: HttpClient, { count, atOnce, isCalm, onDone }: Work): Promise<void> {
  let begun = 0;
  const person = async () => {
    while (begun < count) {
      begun += 1;
      onDone(await doJob(client, begun, isCalm));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, person));
}

async function doJob(client: HttpClient, job: number, isCalm: () => boolean): Promise<ToldJob> {
  const told: ToldJob = {
    job,
    runId: await startJob(client, job),
    status: '',
    outcome: null,
    lastAnswer: 'nothing yet',
    approvals: 0,
    unknownOutcomes: 0,
  };
  let seenVersion = -1;
  let seenAt = performance.now();
  for (;;) {
    const { header } = (await answered(() => client.get(`/api/runs/${told.runId}`))).json;
    if (header.version !== seenVersion || !isCalm()) seenAt = performance.now();
    seenVersion = header.version;
    told.status = header.status;
    told.outcome = header.outcome;
    if (!header.isActive || performance.now() - seenAt > patienceMs) return told;
    if (header.status === 'awaiting_approval') {
      const askedAt = performance.now();
      const answer = await onceAsked(() => client.approve(header.approvalId));
      const tookMs = Math.round(performance.now() - askedAt);
      told.lastAnswer = `${answer ? `${answer.status} ${answer.text.slice(0, 300)}` : 'none'} after ${tookMs} ms`;
      if (answer?.status === 200) told.approvals += 1;
    }
    if (header.status === 'outcome_unknown') {
      const outcome = { choice: 'worked', result: 'It worked.' };
      const answer = await onceAsked(() => client.post(`/api/runs/${told.runId}/outcome`, outcome));
      if (answer?.status === 200) told.unknownOutcomes += 1;
    }
    await sleep(pauseMs);
  }
}

async function startJob(client: HttpClient, job: number): Promise<string> {
  const request = { parameters: { request: toRequest(job) }, idempotencyKey: `job-${job}` };
  const { json } = await answered(() => client.post('/api/workflows/free-request/runs', request));
  return json.runId;
}

/** Asks until a server answers. Throws when it refuses. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await onceAsked(ask);
    if (answer && answer.status < 300) return answer;
    if (answer && answer.status < 500) throw new Error(`A server refused: ${answer.status} ${answer.text}`);
    await sleep(pauseMs);
  }
}

/**
 * Returns null when the connection ends before the answer. Nobody knows then what the server did. An outage is
 * 503. Throws for 500, which is always a bug.
 */
async function onceAsked(ask: () => Promise<Answer>): Promise<Answer | null> {
  const answer = await ask().catch(() => null);
  if (answer?.status === 500) throw new Error(`A server met a bug: ${answer.text}`);
  return answer;
}
