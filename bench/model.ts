import { fork } from 'node:child_process';
import path from 'node:path';

export { toTask } from '../tests/measured/job';

/** Asks for one call with these parameters. */
export const toCall = (tool: string, parameters: object) => `Call ${JSON.stringify({ tool, parameters })}`;

export type ModelServer = { baseUrl: string; close(): void };

export async function startModelServer(): Promise<ModelServer> {
  const child = fork(path.resolve('bench/step/model-server.ts'), { execArgv: ['--import', 'tsx'] });
  const port = await new Promise((resolve, reject) => child.once('message', resolve).once('error', reject));
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => child.disconnect() };
}
