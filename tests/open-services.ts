import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWithinLimits } from '../lib/convention/long-reply';
import { openDatabase } from '../lib/db/open-database';
import { createStores } from '../lib/db/stores/create-stores';
import { openSecretBox } from '../lib/db/stores/secret-box';
import { localActor } from '../lib/domain/actor';
import { createPolicy } from '../lib/policy/policy';
import { createLiveUpdates } from '../lib/runtime/live-updates';
import { createSteadyClock } from '../lib/runtime/steady-clock';
import { createModelSource } from '../lib/server/model-source';
import { createOwnFacts } from '../lib/server/tell-others';
import type { RunId } from '../lib/shared/ids';
import { createBuiltInTools } from '../lib/tools/built-in-tools';
import { createToolParts } from '../lib/tools/tool-parts';
import { createToolbox } from '../lib/tools/toolbox';
import { createSampleFiles } from '../lib/tools/workspace/sample-files';
import { createWorkspace } from '../lib/tools/workspace/workspace';
import { createWorkspaceFiles } from '../lib/tools/workspace/workspace-files';
import { createRunFeeds } from '../lib/use-cases/run-feeds';
import type { Services } from '../lib/use-cases/services';
import { createStopPrivateRuns } from '../lib/use-cases/stop-private-runs';
import { createStopWhatIsLeft } from '../lib/use-cases/stop-what-is-left';
import { createWorkflowCatalog } from '../lib/workflow-files/catalog';
import { namesOfTools } from '../lib/workflow-files/known-names';
import { onlyWorkspace } from './only-workspace';

/**
 * Opens the use cases' real services on a real database and a real folder. Runs are handed over and not
 * driven.
 */
export async function openServices({ workflowsDir = path.resolve('workflows') } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-services-'));
  const workspaceDir = path.join(folder, 'workspace');
  await mkdir(workspaceDir);
  const database = await openDatabase({
    url: `file:${path.join(folder, 'data.db')}`,
    prismaDir: path.resolve('prisma'),
  });
  const stores = createStores(database, await openSecretBox(folder, () => {}));
  const { prompts, settings } = stores;
  const toolbox = createToolbox({ tools: createBuiltInTools(createToolParts({ workspaceDir })) });
  const dispatched: RunId[] = [];
  stores.runs.driveWith({ dispatch: (runId) => dispatched.push(runId), reserve: () => null });
  const workspaces = onlyWorkspace(workspaceDir, {
    toolbox,
    files: createWorkspaceFiles(createWorkspace(workspaceDir)),
    samples: createSampleFiles(createWorkspace(workspaceDir), folder),
  });
  const parts: Omit<Services, 'feeds' | 'stopPrivateRuns' | 'stopWhatIsLeft'> = {
    ...stores,
    workflows: createWorkflowCatalog(workflowsDir, async () => {
      const tools = await toolbox.keepList();
      return {
        ...namesOfTools(await tools.describe(await tools.names())),
        absentToolNames: await tools.absentNames(),
        systemPromptIds: (await prompts.list()).map((prompt) => prompt.id),
      };
    }),
    toolbox,
    policy: createPolicy(),
    workspaces,
    models: createModelSource({ model: null }, settings),
    readLongReply: async (reply) => readWithinLimits(reply),
    dispatcher: { abort: () => {} },
    askDriverToStop: async () => {},
    door: {
      letIn: async () => ({ cookie: 'cookie', key: 'key' }),
      forget: () => {},
      makeCode: async () => 'code',
      signOut: stores.sessions.remove,
      revokeToken: stores.apiTokens.remove,
    },
    provider: null,
    setupSecret: { isRight: async (given) => given === 'setup secret', discard: async () => {} },
    live: createLiveUpdates(),
    clock: createSteadyClock(),
    metrics: null,
    serverLimits: { maxSteps: null, maxActiveMs: null, maxMalformedReplies: null },
    installation: {
      version: '0.0.0',
      profile: 'local',
      localAddress: () => 'http://localhost:3000',
      publicUrl: null,
      folders: { data: folder, workflows: workflowsDir },
      workspaces,
      workspacesFile: null,
      durability: database.durability,
      findOutage: database.outages.current,
      isDraining: () => false,
      commandsFoundBy: 'process_group',
      countActiveRuns: () => 0,
      countWaitingRuns: () => 0,
      describeServer: createOwnFacts(
        { id: 'this', name: null, address: null, version: '0.0.0', startedAt: new Date() },
        {
          isDraining: () => false,
          activeRuns: () => 0,
          waitingRuns: () => 0,
        },
      ),
    },
  };
  const stopPrivateRuns = createStopPrivateRuns(parts);
  const services: Services = {
    ...parts,
    feeds: createRunFeeds(parts),
    stopPrivateRuns,
    stopWhatIsLeft: createStopWhatIsLeft({ ...parts, stopPrivateRuns }),
  };
  await services.actors.seed(localActor);
  await prompts.seed('default', 'General assistant', 'You are the assistant.');
  return {
    services,
    dispatched,
    workspaceDir,
    write: (name: string, text: string) => writeFile(path.join(workspaceDir, name), text),
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
