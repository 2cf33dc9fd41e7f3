import { type App, createApp } from '../e2e/support/app';
import { programClient } from '../e2e/support/http-client';
import { call, type ScriptedModelServer, startScriptedModel } from '../e2e/support/scripted-model';
import { openCluster } from '../e2e/support/servers/cluster';
import { loadConfig } from '../lib/config/config';
import { figure, median, timeOf } from './figure';

/**
 * Measures how long a built server takes from SIGTERM to its end, with the `DRAIN_SECONDS` that are the default:
 * without any work, and while a signed command runs that does not end by itself.
 */
const rounds = 3;
/** `docker stop` kills what has not ended by then. */
const dockerMs = 10_000;

const model = await startScriptedModel();
const { drainMs } = loadConfig({});
const env = {
  OPENAI_BASE_URL: model.baseUrl,
  OPENAI_MODEL: 'scripted',
  DRAIN_SECONDS: String(drainMs / 1_000),
  COUNTERSIGN_PROFILE: 'local',
};
try {
  const onFile = createApp(async () => env);
  await onFile.start();
  await measure('SQLite', onFile, model);
  await onFile.dispose();
  const cluster = await openCluster(1, env);
  for (const app of cluster.apps) await measure('PostgreSQL', app, model);
  await cluster.close();
} finally {
  await model.close();
}

/** `app` runs. It does not run afterwards. */
async function measure(database: string, app: App, { script }: ScriptedModelServer): Promise<void> {
  const http = programClient(app, () => app.ownerHeaders().authorization);
  const startCommand = async (command: string) => {
    script(call('run_command', { command }));
    const { runId } = await http.start('free-request', { request: 'Run it' });
    const { header } = await http.until(runId, 'awaiting_approval');
    await http.approve(header.approvalId);
    await http.until(runId, 'tool_running');
  };
  const report = async (name: string, begin: () => Promise<unknown>, most: number) => {
    const endings: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await begin();
      endings.push(await timeOf(() => app.stop('SIGTERM')));
      await app.start();
    }
    figure(`${database}: ${name}, median`, median(endings) / 1_000, 's');
    figure('… at most', Math.max(...endings) / 1_000, 's', { most: most / 1_000 });
  };
  await report('the end of a server without work', () => http.get('/api/health'), 500);
  await report('with a command that goes on', () => startCommand('sleep 60'), dockerMs - 1_000);
  const stubborn = `trap '' TERM; sleep 60`;
  await report('with a command that ignores SIGTERM', () => startCommand(stubborn), dockerMs + 500);
  await app.stop('SIGKILL');
}
