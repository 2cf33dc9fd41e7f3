import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Cluster } from './cluster';
import type { ToldJob } from './people';
import { executionsFile } from './two-step-model';

export type Fault = { kind: 'lost' | 'twice' | 'stuck'; text: string };

type RunFacts = {
  id: string;
  status: string;
  version: number;
  isDriven: boolean;
  events: number;
  last: number;
  decided: number;
  started: number;
  ended: number;
  lostOutcomes: number;
};

/**
 * Compares what people were told with the database and with the lines that the commands wrote. Only an empty
 * list is good. Call it when every job has ended.
 */
export async function findFaults(cluster: Cluster, jobs: readonly ToldJob[]): Promise<Fault[]> {
  const runs = await readRuns(cluster.databaseUrl);
  const lines = (await readFile(path.join(cluster.workspaceDir, executionsFile), 'utf8')).split('\n');
  const executions = new Map<string, number>();
  for (const line of lines.filter(Boolean)) executions.set(line, (executions.get(line) ?? 0) + 1);
  const faults: Fault[] = [];
  if (runs.size !== jobs.length)
    faults.push({ kind: 'twice', text: `${jobs.length} jobs have ${runs.size} runs` });
  for (const told of jobs) {
    const run = runs.get(told.runId);
    const say = (kind: Fault['kind'], text: string) =>
      faults.push({ kind, text: `job ${told.job} (${told.runId}): ${text}` });
    const times = executions.get(String(told.job)) ?? 0;
    if (times > 1) say('twice', `its command ran ${times} times`);
    if (!run) {
      say('lost', 'its run is gone');
      continue;
    }
    if (told.status !== 'completed' || run.status !== 'completed')
      say(
        'stuck',
        `people saw it ${told.status} ${JSON.stringify(told.outcome)}, and it is ${run.status}; a signature was answered: ${told.lastAnswer}`,
      );
    if (run.isDriven) say('stuck', 'a driver still has it');
    if (run.events !== run.version || run.last !== run.version)
      say('lost', `it has ${run.events} events up to ${run.last}, and version ${run.version}`);
    if (run.decided < told.approvals) say('lost', 'a signature is gone');
    if (run.started !== run.ended)
      say('lost', `${run.started} calls started, ${run.ended} ended or were cut`);
    if (times === 0 && run.lostOutcomes === 0) say('lost', 'its command never ran');
  }
  return faults;
}

async function readRuns(databaseUrl: string): Promise<Map<string, RunFacts>> {
  const client = new Client(databaseUrl);
  await client.connect();
  const count = (...types: string[]) =>
    `count(*) FILTER (WHERE "type" IN (${types.map((type) => `'${type}'`).join(', ')}))::int`;
  const { rows } = await client
    .query<RunFacts>(
      `SELECT "id", "status", run."version", "leaseOwner" IS NOT NULL AS "isDriven", count(*)::int AS "events",
        max(event."version") AS "last", ${count('approval_decided')} AS "decided",
        ${count('tool_started')} AS "started",
        ${count('tool_finished', 'outcome_lost', 'tool_rescheduled')} AS "ended",
        ${count('outcome_lost')} AS "lostOutcomes"
      FROM "Run" AS run JOIN "RunEvent" AS event ON event."runId" = run."id" GROUP BY run."id"`,
    )
    .finally(() => client.end());
  return new Map(rows.map((run) => [run.id, run]));
}
