import path from 'node:path';
import packageJson from '../../package.json';
import { type Config, loadConfig } from '../config/config';
import { createApprovalStore, createCallStore } from '../db/approval-store';
import { createConversationStore } from '../db/conversation-store';
import { describeOutage } from '../db/database-unavailable.port';
import { openDatabase } from '../db/open-database';
import { createRunStore } from '../db/run-store';
import { indexMissing } from '../db/search-texts';
import { openSecretBox } from '../db/secret-box';
import { createPromptStore, createSettingStore, createStartHistory } from '../db/settings-stores';
import { lockDataFolder } from '../db/sqlite/instance-lock';
import { voidLeases } from '../db/sqlite/void-leases';
import type { SettingStore } from '../db/stores.port';
import { createUnknownOutcomeStore } from '../db/unknown-outcome-store';
import { createUsageStore } from '../db/usage-store';
import { localActor } from '../domain/actor';
import type { Gate } from '../http/admit';
import type { ModelSource } from '../llm/model-source.port';
import { log } from '../logging/log';
import { authorize } from '../policy/authorize';
import { builtInRules } from '../policy/built-in-rules';
import { createPolicy } from '../policy/policy';
import type { Rule } from '../policy/rule';
import { createLiveUpdates } from '../runtime/live-updates';
import { createRepeater } from '../runtime/repeat';
import { createSteadyClock } from '../runtime/steady-clock';
import { createSweeper } from '../runtime/sweeper';
import { armFailpoint } from '../shared/failpoint';
import { oncePerProcess } from '../shared/once-per-process';
import { createSharedOpen } from '../shared/shared-open';
import { createBuiltInTools } from '../tools/built-in-tools';
import type { Tool } from '../tools/define-tool';
import { endLeftoverCommands } from '../tools/process/kill-tree';
import { findReaper } from '../tools/process/reaper';
import { createToolParts, type ToolParts } from '../tools/tool-parts';
import { createToolbox } from '../tools/toolbox';
import { ensureWorkspace } from '../tools/workspace/sample-documents';
import { createWorkspaceFiles } from '../tools/workspace/workspace-files';
import { expireApprovals } from '../use-cases/expire-approvals';
import { purgeConversations } from '../use-cases/purge-conversations';
import type { Services } from '../use-cases/services';
import { createWorkflowCatalog } from '../workflow-files/catalog';
import { type Closers, createClosers } from './closers';
import { getCompiledFolder } from './compiled-folder';
import { defaultSystemPrompt } from './default-prompt';
import { explainStartFailure } from './explain-start-failure';
import { getListeningPort } from './listening-port';
import { createModelSource } from './model-source';
import { openFolder } from './open-folder';
import { createRunDispatcher } from './run-dispatcher';

/** The running application. Builds everything once, in one place. */
export type App = Gate<Services> & {
  config: Config;
  /** Ends event streams, stops running work and closes the database. Unfinished runs continue at the next start. */
  shutDown(): Promise<void>;
};

/** Other parts than the app's own, for benchmarks and suites. Each default is what `npm start` runs with. */
export type StartOptions = {
  /** The variables of `.env.example`. Default: `process.env`. */
  environment?: Record<string, string | undefined>;
  /**
   * The tools that models may use, in the order in which models read about them. Called once, before runs continue. May
   * throw: the app then does not start. Default: `createBuiltInTools`.
   */
  tools?: (parts: ToolParts) => readonly Tool[];
  /** The approval rules, from first to last: the first one that applies decides. Default: `builtInRules`. */
  rules?: readonly Rule[];
  /**
   * Where models come from. Called once, with the stored settings; `close` is called when the app shuts down. Default:
   * the settings, then the environment, then the demo model.
   */
  models?: (settings: SettingStore) => ModelSource & { close(): Promise<void> };
};

/** Starts the app on first use. Later callers get the same one, from any bundle. */
export function getApp(): Promise<App> {
  return oncePerProcess('countersign', () => startApp());
}

/**
 * Starts an app without HTTP: migrates the database, continues unfinished runs, and returns when use cases may be called.
 * Several may run in one process, each with its own `DATA_DIR`. Run it in a checkout that `npm start` or `npm test`
 * has prepared. Throws `ConfigError` for settings and folders that cannot be used, and then leaves the data folder free.
 */
export async function startApp(options: StartOptions = {}): Promise<App> {
  const config = loadConfig(options.environment ?? process.env);
  const closers = createClosers();
  try {
    return await assemble(config, options, closers);
  } catch (error) {
    await closers.closeAll();
    throw explainStartFailure(error, config);
  }
}

async function assemble(config: Config, options: StartOptions, closers: Closers): Promise<App> {
  if (config.failpoint !== null) {
    log.warn(config.failpoint, 'COUNTERSIGN_FAILPOINT is set: this process ends itself at that point');
    armFailpoint(config.failpoint);
  }
  const lock = await openFolder('DATA_DIR', config.dataDir, () =>
    lockDataFolder(config.dataDir, getListeningPort(), config.databaseUrl.replace(/^file:/, '')),
  );
  closers.add(() => lock.release());
  const lockWatch = createRepeater({
    work: async () => {
      if (lock.isHeld()) return;
      log.error({ folder: config.dataDir }, lockLost);
      process.kill(process.pid, 'SIGTERM');
    },
    onError: (error) => log.error({ err: error }, 'The lock of the data folder could not be checked'),
    periodMs: 1_000,
  });
  closers.add(() => lockWatch.stop());
  void lockWatch.start();
  const url = config.databaseUrl;
  const compiled = getCompiledFolder();
  const template = compiled && path.join(compiled, 'without-rows.db');
  const database = await openFolder('DATA_DIR', path.dirname(url.replace(/^file:/, '')), () =>
    openDatabase({ url, prismaDir: path.resolve('prisma'), template }),
  );
  closers.add(() => database.close());
  const { created } = await openFolder('WORKSPACE_DIR', config.workspaceDir, () =>
    ensureWorkspace(config.workspaceDir),
  );
  if (created) log.info({ folder: config.workspaceDir }, 'Made the workspace folder, with sample documents');

  const runs = createRunStore(database, {
    dispatch: (runId) => dispatcher.drivers.dispatch(runId),
    reserve: (runId) => dispatcher.drivers.reserve(runId),
  });
  const prompts = createPromptStore(database);
  const approvals = createApprovalStore(database);
  const unknownOutcomes = createUnknownOutcomeStore(database);
  const secrets = await openSecretBox(config.dataDir, (message) => log.warn(message));
  const settings = createSettingStore(database, secrets);
  const models = options.models?.(settings) ?? createModelSource(config, settings);
  closers.add(() => models.close());
  const modelProblem = (await models.describe()).problem ?? secrets.problem;
  if (modelProblem !== null) log.warn(modelProblem);
  const privatePlaces = { folders: [config.dataDir], files: database.files };
  const parts = createToolParts({
    workspaceDir: config.workspaceDir,
    privatePlaces,
    journalFile: path.join(config.dataDir, 'unfinished-change.json'),
    ownPort: getListeningPort,
    compiledFolder: getCompiledFolder(),
  });
  closers.add(() => parts.workers.close());
  const toolbox = createToolbox({
    tools: (options.tools ?? createBuiltInTools)(parts),
    onUnexpected: (error) => log.error({ err: error }, 'A tool broke'),
  });
  const policy = createPolicy({
    rules: options.rules ?? builtInRules,
    onUnexpected: (error) => log.error({ err: error }, 'A rule broke'),
  });
  const live = createLiveUpdates();
  const clock = createSteadyClock();
  database.outages.onChange((outage) => {
    live.publishOutage(outage && describeOutage(outage));
    if (outage) log.error({ ...outage, folder: config.dataDir }, describeOutage(outage));
    else log.info('The database can be written again');
  });
  const dispatcher = createRunDispatcher({ runs, toolbox, policy, live, models, clock });
  closers.add(() => dispatcher.shutDown());
  closers.add(() => live.close());
  const sweeper = createSweeper({
    findUndriven: () => runs.listUndriven(new Date()),
    dispatch: dispatcher.dispatch,
    onError: (error) => log.error({ err: error }, 'Runs without a driver could not be looked up'),
  });
  closers.add(() => sweeper.stop());
  const services: Services = {
    runs,
    conversations: createConversationStore(database),
    approvals,
    unknownOutcomes,
    usage: createUsageStore(database),
    calls: createCallStore(database),
    prompts,
    settings,
    history: createStartHistory(database),
    workflows: createWorkflowCatalog(config.workflowsDir, async () => ({
      toolNames: await toolbox.names(),
      systemPromptIds: (await prompts.list()).map((prompt) => prompt.id),
    })),
    toolbox,
    policy,
    files: createWorkspaceFiles(parts.workspace),
    models,
    dispatcher,
    live,
    clock,
    feeds: createSharedOpen(),
    serverLimits: config.limits,
    installation: {
      version: packageJson.version,
      folders: { workspace: config.workspaceDir, data: config.dataDir, workflows: config.workflowsDir },
      durability: database.durability,
      findOutage: database.outages.current,
      commandsFoundBy: (await findReaper()) === null ? 'process_group' : 'reaper',
      countActiveRuns: () => dispatcher.activeRuns(),
    },
  };
  const expiry = createRepeater({
    work: () => expireApprovals(services, reportExpiryFailure),
    onError: reportExpiryFailure,
    periodMs: 1_000,
  });
  closers.add(() => expiry.stop());
  await prompts.seed(defaultSystemPrompt.id, defaultSystemPrompt.title, defaultSystemPrompt.text);
  await purgeConversations(services);
  await indexMissing(database);
  await voidLeases(database);
  // A killed server may have left commands running. They must end before a person is asked about their outcome.
  await endLeftoverCommands();
  await parts.workspace
    .recover()
    .catch((error) => log.warn({ err: error }, 'The rest of an unfinished file change could not be removed'));
  await sweeper.start();
  void expiry.start();

  return {
    config,
    services,
    // One local profile: everyone whom the HTTP entry lets in is the local person.
    identify: () => localActor,
    authorize,
    shutDown: closers.closeAll,
  };
}

const lockLost =
  'The lock of the data folder was removed, so another Countersign may use the folder. This one ends, and leaves its runs to that one.';

function reportExpiryFailure(error: unknown): void {
  log.error({ err: error }, 'Requests whose time is over could not be ended');
}
