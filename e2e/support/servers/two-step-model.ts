import { chunk, DONE, type ScriptedServer, startAnsweringServer } from '@/lib/llm/testing/scripted-server';
import { call } from '../scripted-model';

/** The command of each job adds a line with the job's number to this file of the workspace. */
export const executionsFile = 'executions';

export const toRequest = (job: number): string => `job ${job}`;

/**
 * Starts a model that does each job in two steps: it looks at the folder and then wants a command that must not
 * run twice. The next step follows from the messages alone, so a killed server makes no difference.
 */
export const startTwoStepModel = (): Promise<ScriptedServer> =>
  startAnsweringServer((response, { body }) => {
    const messages = body['messages'] as { role: string; content: string }[];
    const job = messages.map(({ content }) => /job (\d+)/.exec(content)?.[1]).find(Boolean);
    const done = messages.filter(({ role }) => role === 'assistant').length;
    const steps = [
      call('list_files', { path: '.' }),
      call('run_command', { command: `echo ${job} >> ${executionsFile}` }),
      `Job ${job} is done.`,
    ];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunk({ content: steps[done] ?? '' }, 'stop') + DONE);
  }, 'chats');
