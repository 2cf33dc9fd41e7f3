import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { History } from './crowd';
import { content } from './job-model';
import { readExecutions } from './oracle-tools';
import type { ServerHandle } from './server-handle';

/**
 * `lost` is something that was acknowledged. `twice` is a call that ran again. `stuck` is a run that did not
 * come to its end. `spoiled` is a file.
 */
export type Fault = { kind: 'lost' | 'twice' | 'stuck' | 'spoiled'; text: string };

/**
 * Compares what people were told with the database, with the tools' own notes and with the files. Only an
 * empty list is good. Call it when every job has ended.
 */
export async function findFaults(folder: string, server: ServerHandle, history: History): Promise<Fault[]> {
  const jobs = [...history.started];
  const runIds = jobs.map(([, runId]) => runId ?? '');
  const runs = await server.ask('look', { runIds, all: true });
  const executions = readExecutions(path.join(folder, 'executions'));
  const faults: Fault[] = [];
  for (const [index, [text, runId]] of jobs.entries()) {
    const run = runs[index];
    const say = (kind: Fault['kind'], fault: string) =>
      faults.push({ kind, text: `${text} (${runId}): ${fault}` });
    if (!run) {
      say('lost', 'it is gone');
      continue;
    }
    if (run.status !== 'completed') say('stuck', `it is ${run.status}`);
    if (!run.addsUp) say('lost', 'its events do not add up to it');
    const count = (type: string) => run.events.filter((event) => event === type).length;
    if (count('approval_decided') < (history.approved.get(run.runId) ?? 0))
      say('lost', 'an approval was lost');
    const ends = count('tool_finished') + count('outcome_lost') + count('tool_rescheduled');
    if (count('tool_started') !== ends)
      say('lost', `${count('tool_started')} calls started, ${ends} ended or cut`);
    const [, number = '', words = ''] = /job (\d+): (.*)/.exec(text) ?? [];
    for (const [step, word] of words.split(' ').entries()) {
      const times = executions.get(`${number}.${step}`) ?? 0;
      if (['mark', 'sign'].includes(word) && times > 1)
        say('twice', `step ${step} was executed ${times} times`);
      const isNoted = ['look', 'mark', 'sign', 'slow'].includes(word);
      if (isNoted && times === 0 && count('outcome_lost') === 0)
        say('lost', `step ${step} was never executed`);
    }
  }
  const files = await findSpoiledFiles(path.join(folder, 'workspace', 'jobs'));
  return [...faults, ...files.map((text): Fault => ({ kind: 'spoiled', text }))];
}

const whole = [content('old'), content('new')];

async function findSpoiledFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const faults = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const stats = await stat(file);
      if (stats.isDirectory()) return [];
      if (!/^\d+.[ab]\.txt$/.test(name)) return [`${name} is left over`];
      if (stats.nlink !== 1) return [`${name} has ${stats.nlink} names`];
      return whole.includes(await readFile(file, 'utf8')) ? [] : [`${name} is torn`];
    }),
  );
  return faults.flat();
}
