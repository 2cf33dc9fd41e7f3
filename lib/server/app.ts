import packageJson from '../../package.json';
import { createAskDoor, createAskTeamDoor } from '../auth/ask-door';
import { createDoor } from '../auth/door';
import { deriveServerToken, deriveSetupSecret } from '../auth/owner-token';
import { isSameSecret } from '../auth/secret-text';
import { type Config, ConfigError, loadConfig } from '../config/config';
import { indexMissing } from '../db/ledger/search-texts';
import { voidLeases } from '../db/ledger/void-leases';
import { explainMove, findMove } from '../db/moving/move-rows';
import type { SettingStore } from '../db/ports/model-stores.port';
import { createStores } from '../db/stores/create-stores';
import {
  isShared,
  openSecretBox,
  openSharedSecretBox,
  requireNoOtherSecret,
  shareSecret,
} from '../db/stores/secret-box';
import { caretakerActor, localActor, scriptActor } from '../domain/actor';
import type { Gate } from '../http/admit';
import { log } from '../logging/log';
import type { ModelSource } from '../models/model-source.port';
import { portOf } from '../network/port-of';
import { createAuthorize } from '../policy/authorize';
import { builtInRules } from '../policy/built-in-rules';
import { createPolicy } from '../policy/policy';
import type { Rule } from '../policy/rule';
import { armFailpoint } from '../shared/failpoint';
import { oncePerProcess } from '../shared/once-per-process';
import { createBuiltInTools } from '../tools/built-in-tools';
import { endLeftoverCommands } from '../tools/process/kill-tree';
import { findReaper } from '../tools/process/reaper';
import type { ToolParts } from '../tools/tool-parts';
import type { ToolboxOptions } from '../tools/toolbox';
import { purgeConversations } from '../use-cases/purge-conversations';
import { createRunFeeds } from '../use-cases/run-feeds';
import { toHealthStatus } from '../use-cases/server-facts';
import type { Services } from '../use-cases/services';
import { stopRun } from '../use-cases/steer-run';
import { createStopPrivateRuns } from '../use-cases/stop-private-runs';
import { createStopWhatIsLeft } from '../use-cases/stop-what-is-left';
import { createWorkflowCatalog } from '../workflow-files/catalog';
import { namesOfTools } from '../workflow-files/known-names';
import { bindToReaders } from './bind-to-readers';
import { type Closers, createClosers } from './closers';
import { defaultSystemPrompt } from './default-prompt';
import { describeEntrance } from './describe-entrance';
import type { DoorKeeper } from './door-keeper';
import { explainStartFailure } from './explain-start-failure';
import { shareAborts, shareStops } from './join-servers';
import { getListeningPort } from './listening-port';
import { meetServers } from './meet-servers';
import { createModelSource } from './model-source';
import { nameDatabase } from './name-database';
import { openPlaces } from './open-places';
import { openProvider } from './open-provider';
import { createConversationSweep, createExpiry, openClock, openRuntime } from './open-runtime';
import { openTelemetry } from './open-telemetry';
import { openTools } from './open-tools';
import { setupSecretFile, writeSetupSecret } from './owner-token-file';
import { createOwnerPasser } from './pass-to-owner';
import { createLongReplyReader } from './read-long-reply';
import { seedOwner } from './seed-owner';
import type { EndingApp } from './shutdown';
import { createHeartbeat, createOwnFacts } from './tell-others';
import { createWaitTeller } from './tell-waiting';

/** Holds the running application, which is built once, in one place. */
export type App = Gate<Services> &
  EndingApp & {
    /** These services see everything. They are for the server's own work, and for suites. */
    services: Services;
    config: Config;
    door: DoorKeeper;
  };

/** Replaces parts of the app, for benchmarks and suites. Each default is what `npm start` runs with. */
export type StartOptions = {
  /** Holds the variables of `.env.example`. The default is `process.env`. */
  environment?: Record<string, string | undefined>;
  /**
   * Creates the tools that models may use, in the order in which models read about them, or a source of such
   * lists. The app calls it once, before runs continue. If it throws, the app does not start. The default is
   * `createBuiltInTools`.
   */
  tools?: (parts: ToolParts) => ToolboxOptions['tools'];
  /**
   * Lists the approval rules from first to last: the first one that applies decides. The default is
   * `builtInRules`. A rule without an id gets one from its place.
   */
  rules?: readonly (Omit<Rule, 'id'> & Partial<Pick<Rule, 'id'>>)[];
  /**
   * Says where models come from. The app calls it once, with the stored settings, and calls `close` when it
   * shuts down. The default takes the settings, then the environment, then the demo model.
   */
  models?: (settings: SettingStore) => ModelSource & { close(): Promise<void> };
};

/** Starts the app on first use. Later callers get the same one, from any bundle. */
export function getApp(): Promise<App> {
  return oncePerProcess('countersign', () => startApp());
}

/**
 * Starts an app without HTTP: migrates the database, continues unfinished runs, and returns when use cases
 * may be called. Several apps may run in one process, each with its own `DATA_DIR`. Run it in a checkout that
 * `npm start` or `npm test` has prepared. Throws `ConfigError` for settings and folders that cannot be used,
 * and then leaves the data folder free.
 */
export async function startApp(options: StartOptions = {}): Promise<App> {
  const config = loadConfig(options.environment ?? process.env);
  const closers = createClosers();
  try {
    return await assemble(config, options, closers);
  } catch (error) {
    await closers
      .closeAll()
      .catch((unclosed) => log.error({ err: unclosed }, 'A part of the app could not be closed'));
    throw explainStartFailure(error, config);
  }
}

async function assemble(config: Config, options: StartOptions, closers: Closers): Promise<App> {
  if (config.failpoint !== null) {
    log.warn(config.failpoint, 'COUNTERSIGN_FAILPOINT is set: this process ends itself at that point');
    armFailpoint(config.failpoint);
  }
  const telemetry = await openTelemetry(config, closers);
  const places = await openPlaces(config, telemetry, closers);
  const { database } = places;
  const move = await findMove(database);
  if (move) throw new ConfigError(explainMove(move, nameDatabase(config.databaseUrl)));
  const secrets = config.secretFile
    ? await openSharedSecretBox(config.secretFile, database)
    : await openSecretBox(config.dataDir, (message) => log.warn(message));
  if (config.secretFile === null) await requireNoOtherSecret(secrets, database);
  // The owner's token is derived from the key, so the key cannot wait until somebody saves a secret.
  await secrets
    .ensureUsable()
    .catch((error) => log.warn({ err: error }, 'The key file could not be replaced'));
  const stores = createStores(database, secrets);
  const runs = telemetry.watchRuns(stores.runs);
  const { rules, prompts, settings, modelChecks } = stores;
  const models = options.models?.(settings) ?? createModelSource(config, settings);
  closers.add(() => models.close());
  const modelProblem = (await models.describe()).problem ?? secrets.problem;
  if (modelProblem !== null) log.warn(modelProblem);
  const { catalog, workspaces, workers, recover } = openTools(
    config,
    places,
    options.tools ?? createBuiltInTools,
    closers,
  );
  const policy = createPolicy({
    rules: (options.rules ?? builtInRules).map((rule, index) => ({ id: `rule_${index + 1}`, ...rule })),
    onUnexpected: (error) => log.error({ err: error }, 'A rule broke'),
  });
  const readLongReply = createLongReplyReader(workers);
  const ports = { runs, workspaces, policy, rules, models, modelChecks, readLongReply };
  const clock = await openClock(database);
  const { live, lookups, dispatcher, sweeper, receiver, drain, isDraining } = openRuntime(
    config,
    database,
    ports,
    clock,
    telemetry,
    closers,
  );
  const ownFacts = createOwnFacts(
    {
      id: dispatcher.owner,
      name: config.serverName,
      address: config.serverAddress,
      version: packageJson.version,
      startedAt: clock.now(),
    },
    { ...dispatcher, isDraining },
  );
  const { servers } = stores;
  const { hasOthers } = database.notices;
  const heartbeat = createHeartbeat({ servers, hasOthers, ownFacts }, closers);
  const isSecretShared = () => isShared(secrets, database);
  if (hasOthers)
    await meetServers({ config, servers, markers: stores.workspaceMarkers, ownFacts, isSecretShared });
  // Only now: a server that goes on with a secret of its own could not start again beside this fingerprint.
  if (config.secretFile !== null) await shareSecret(secrets, database);
  const waitTeller = createWaitTeller({ workspaces, servers, runs, live }, closers);
  const port = () => getListeningPort() ?? config.port;
  const isTeam = config.profile === 'team';
  const door = createDoor({
    profile: config.profile,
    sessions: stores.sessions,
    apiTokens: stores.apiTokens,
    actors: {
      async find(id) {
        const person = await stores.actors.find(id);
        // Anyone who can read the data folder is the owner, whatever role the same person has in a team.
        return person && !isTeam ? { ...person, role: localActor.role } : person;
      },
    },
    ownerKey: secrets.key,
    ownerTokenNumber: stores.sessions.ownerTokenNumber,
    cookiePort: () => (config.publicUrl ? portOf(config.publicUrl) : port()),
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    ownerByToken: isTeam ? caretakerActor : scriptActor,
    mayEnter: async ({ id }) => (isTeam ? (await stores.accounts.find(id)) !== null : id === localActor.id),
    now: clock.now,
    notices: database.notices,
  });
  const findStatus = () => toHealthStatus({ isDraining: isDraining(), outage: database.outages.current() });
  const setupSecret = async () => {
    const key = secrets.key();
    return key && deriveSetupSecret(key, await stores.sessions.ownerTokenNumber());
  };
  const serverToken = () => {
    const key = secrets.key();
    return key && deriveServerToken(key);
  };
  const { hasOwner } = stores.accounts;
  const askDriverToStop = shareStops(
    { live, isDriven: dispatcher.isDriven, notices: database.notices },
    (actor, runId) => stopRun(parts, actor, { runId }),
  );
  const parts: Omit<Services, 'feeds' | 'stopPrivateRuns' | 'stopWhatIsLeft'> = {
    ...stores,
    runs,
    workflows: createWorkflowCatalog(config.workflowsDir, async () => {
      const tools = await catalog.keepList();
      return {
        ...namesOfTools(await tools.describe(await tools.names())),
        absentToolNames: await tools.absentNames(),
        systemPromptIds: (await prompts.list()).map((prompt) => prompt.id),
      };
    }),
    toolbox: catalog,
    policy,
    workspaces,
    models,
    readLongReply,
    dispatcher: shareAborts(dispatcher, database.notices),
    askDriverToStop,
    door,
    provider: openProvider(config),
    setupSecret: {
      async isRight(given) {
        const secret = await setupSecret();
        return secret !== null && isSameSecret(given, secret);
      },
      discard: () =>
        writeSetupSecret(config.dataDir, null).catch((error) =>
          log.warn({ err: error }, 'The secret for the first owner could not be removed'),
        ),
    },
    live,
    clock,
    metrics: telemetry.toMetrics({ ...stores, ...dispatcher, ...database, isDraining }),
    serverLimits: config.limits,
    installation: {
      version: packageJson.version,
      profile: config.profile,
      localAddress: () => `http://localhost:${port()}`,
      publicUrl: config.publicUrl,
      folders: { data: config.dataDir, workflows: config.workflowsDir },
      workspaces,
      workspacesFile: config.workspacesFile,
      durability: database.durability,
      findOutage: database.outages.current,
      isDraining,
      commandsFoundBy: (await findReaper()) === null ? 'process_group' : 'reaper',
      countActiveRuns: () => dispatcher.activeRuns(),
      countWaitingRuns: () => dispatcher.waitingRuns(),
      describeServer: ownFacts,
    },
  };
  const stopPrivateRuns = createStopPrivateRuns(parts);
  const services: Services = {
    ...parts,
    feeds: telemetry.watchFeeds(createRunFeeds(parts)),
    stopPrivateRuns,
    stopWhatIsLeft: createStopWhatIsLeft({ ...parts, stopPrivateRuns }),
  };
  const expiry = createExpiry(services, closers);
  const conversationSweep = createConversationSweep(services, closers);
  await seedOwner(stores.actors, {
    dataDir: config.dataDir,
    isTeam,
    ownerKey: secrets.key(),
    tokenNumber: await stores.sessions.ownerTokenNumber(),
    setupSecret: isTeam && !(await hasOwner()) ? await setupSecret() : null,
  });
  await prompts.seed(defaultSystemPrompt.id, defaultSystemPrompt.title, defaultSystemPrompt.text);
  await purgeConversations(services);
  await indexMissing(database);
  for (const store of [settings, modelChecks])
    await store
      .hideOlderValues()
      .catch((error) => log.warn({ err: error }, 'Settings of an older build could not be encrypted'));
  await voidLeases(database);
  // A killed server may have left commands running. They must end before a person is asked about their outcome.
  await endLeftoverCommands();
  await recover();
  await sweeper.start();
  receiver.start();
  void lookups.start();
  void expiry.start();
  void heartbeat.start();
  void waitTeller.start();
  void conversationSweep.start();

  return {
    config,
    services,
    profile: config.profile,
    identify(headers) {
      const [cookie, authorization] = [headers.get('cookie'), headers.get('authorization')];
      return door.identify({ cookie, authorization, key: null });
    },
    door: {
      ask: isTeam ? createAskTeamDoor(door, findStatus, hasOwner) : createAskDoor(door, findStatus),
      counter: database.counter,
      async describeEntrance(address, isTerminal) {
        const facts = { address, profile: config.profile, hasOwner, setupSecret: await setupSecret() };
        const makeCode = () => door.makeCode(localActor.id);
        const file = setupSecretFile(config.dataDir);
        return describeEntrance({ ...facts, makeCode, setupSecretFile: file }, isTerminal);
      },
    },
    authorize: createAuthorize(),
    passOn: createOwnerPasser({ servers, publicUrl: config.publicUrl, serverToken }),
    ...bindToReaders(database, services),
    drain,
    runningTools: dispatcher.runningTools,
    shutDown: closers.closeAll,
  };
}
