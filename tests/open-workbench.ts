import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { driveRun } from '../lib/agent/drive-run';
import type { DriverPorts } from '../lib/agent/driver-ports';
import type { DecisionBody } from '../lib/contracts/decisions';
import { buildSystemPrompt } from '../lib/convention/build-prompt';
import { createRunStore } from '../lib/db/ledger/run-store';
import { voidLeases } from '../lib/db/ledger/void-leases';
import { openDatabase } from '../lib/db/open-database';
import type { Database } from '../lib/db/ports/database';
import type { TakenRun } from '../lib/db/ports/run-store.port';
import { createActorStore } from '../lib/db/stores/actor-store';
import { createApprovalStore, createCallStore } from '../lib/db/stores/approval-store';
import { createModelCheckStore } from '../lib/db/stores/model-check-store';
import { createRuleStore } from '../lib/db/stores/rule-store';
import { localActor } from '../lib/domain/actor';
import { sampleRun } from '../lib/domain/fixtures/sample-run';
import type { Run, RunLimits } from '../lib/domain/run';
import { createPolicy, type PolicySettings } from '../lib/policy/policy';
import { createDispatcher } from '../lib/runtime/dispatcher';
import { createLiveUpdates } from '../lib/runtime/live-updates';
import { createSweeper } from '../lib/runtime/sweeper';
import { createLongReplyReader } from '../lib/server/read-long-reply';
import { createId, type RunId } from '../lib/shared/ids';
import { createBuiltInTools } from '../lib/tools/built-in-tools';
import { createToolParts } from '../lib/tools/tool-parts';
import { createToolbox } from '../lib/tools/toolbox';
import { createSampleFiles } from '../lib/tools/workspace/sample-files';
import { createWorkspace } from '../lib/tools/workspace/workspace';
import { createWorkspaceFiles } from '../lib/tools/workspace/workspace-files';
import { decideAsShown } from './decide-as-shown';
import { onlyWorkspace } from './only-workspace';
import { type ScriptedReply, type ScriptedSource, scriptedModel, scriptedSource } from './scripted-model';

/** Opens the loop on a real database and a real folder, with a model that follows a script. */
export async function openWorkbench(
  replies: ScriptedReply[],
  options: {
    models?: Partial<ScriptedSource>;
    policy?: PolicySettings;
    wrapPorts?: (ports: DriverPorts) => DriverPorts;
  } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-loop-'));
  const workspaceDir = path.join(folder, 'workspace');
  await mkdir(workspaceDir);
  const parts = createToolParts({ workspaceDir });
  const toolbox = createToolbox({ tools: createBuiltInTools(parts) });
  const workspace = createWorkspace(workspaceDir);
  const workspaces = onlyWorkspace(workspaceDir, {
    toolbox,
    files: createWorkspaceFiles(workspace),
    samples: createSampleFiles(workspace, folder),
  });
  const policy = createPolicy(options.policy);
  const script = scriptedModel(replies);
  const live = createLiveUpdates();
  const models = { ...scriptedSource(script.model), ...options.models };
  const wrapPorts = options.wrapPorts ?? ((ports) => ports);
  const warnings: { message: string; facts: Record<string, unknown> }[] = [];

  let skippedMs = 0;
  const clock = { now: () => new Date(Date.now() + skippedMs) };

  let database: Database;
  let dispatcher: ReturnType<typeof createDispatcher<TakenRun>>;
  /** This store has no dispatcher, so tests say when a run is driven. */
  let runs: ReturnType<typeof createRunStore>;
  let actors: ReturnType<typeof createActorStore>;
  let modelChecks: ReturnType<typeof createModelCheckStore>;
  let rules: ReturnType<typeof createRuleStore>;
  /** Use cases get this store, as in the server. */
  let servedRuns: ReturnType<typeof createRunStore>;
  const bugs: unknown[] = [];
  const reported: unknown[] = [];
  /** Starts a process: a second one on the same data is a restart. */
  const boot = async () => {
    database = await openDatabase({
      url: `file:${path.join(folder, 'data.db')}`,
      prismaDir: path.resolve('prisma'),
    });
    runs = createRunStore(database);
    actors = createActorStore(database);
    await actors.seed(localActor);
    const owner = crypto.randomUUID();
    servedRuns = createRunStore(database);
    modelChecks = createModelCheckStore(database);
    rules = createRuleStore(database);
    const givenUp = new Set<RunId>();
    const ports = { runs, toolbox, policy, rules, live, clock, modelChecks, owner, givenUp, leaseMs: 4_000 };
    dispatcher = createDispatcher<TakenRun>({
      drive: async (runId, options, taken) =>
        driveRun(
          runId,
          wrapPorts({
            ...ports,
            toolbox: await toolbox.keepList(),
            models,
            readLongReply: createLongReplyReader(parts.workers),
            warn: (message, facts) => warnings.push({ message, facts }),
            reportBug: (error) => {
              reported.push(error);
              return createId('err');
            },
          }),
          options,
          taken,
        ),
      maxDriven: Number.POSITIVE_INFINITY,
      onWait: () => {},
      onBug: (_runId, error) => bugs.push(error),
    });
    const { dispatch, reserve } = dispatcher;
    servedRuns.driveWith({
      dispatch,
      reserve(runId, startedBy, workspaceId) {
        const place = reserve(runId, startedBy, workspaceId);
        return place && { owner, leaseMs: 4_000, ...place };
      },
    });
  };
  await boot();
  const untilIdle = async () => {
    while (dispatcher.activeRuns() > 0) await new Promise((resolve) => setImmediate(resolve));
  };

  const services = () => ({
    runs: servedRuns,
    live,
    clock,
    dispatcher,
    askDriverToStop: async () => {},
    stopWhatIsLeft: async () => {},
    models,
    toolbox,
    policy,
    rules,
    actors,
    approvals: createApprovalStore(database),
    calls: createCallStore(database),
    workspaces,
  });

  return {
    script,
    live,
    warnings,
    /** These exceptions left the loop. */
    bugs,
    /** These exceptions ended a run with an event. */
    reported,
    get runs() {
      return runs;
    },
    get modelChecks() {
      return modelChecks;
    },
    get database() {
      return database;
    },
    get dispatcher() {
      return dispatcher;
    },
    services,
    /** Waits until no run is driven. */
    untilIdle,

    /** Writes a run as a button press would, without driving it. */
    async create(change: Partial<Run> & { limits?: RunLimits } = {}): Promise<RunId> {
      const id = createId('run');
      const tools = await toolbox.names();
      const { run } = await runs.create({
        run: sampleRun(
          { status: 'queued' },
          { id, conversationId: createId('cnv'), version: 0, tools, ...change },
        ),
        conversationTitle: 'Test',
        isNewConversation: true,
        message: null,
        openingMessages: [
          { role: 'system', content: buildSystemPrompt('Be brief.', await toolbox.describe(tools)) },
          { role: 'user', content: 'Do it' },
        ],
        systemPrompt: { id: 'default', version: 1 },
        workflow: null,
        key: null,
      });
      return run.id;
    },
    /** Drives every run that has no driver according to the database. */
    async sweep(): Promise<void> {
      await createSweeper({
        findUndriven: () => runs.listUndriven(),
        dispatch: dispatcher.dispatch,
        onError: (error) => bugs.push(error),
      }).sweep();
      await untilIdle();
    },
    /** Drives the run until only a person can continue it. */
    async drive(runId: RunId): Promise<Run> {
      dispatcher.dispatch(runId, localActor.id, 'main');
      await untilIdle();
      const run = await runs.find(runId);
      if (!run) throw new Error('The run is gone');
      return run;
    },
    async decide(run: Run, answer: DecisionBody, actor = localActor) {
      if (run.state.status !== 'awaiting_approval')
        throw new Error(`Nothing to decide: the run is ${run.state.status}`);
      return decideAsShown(services(), actor, { approvalId: run.state.approvalId, ...answer });
    },
    async eventTypes(runId: RunId) {
      return (await runs.listEvents(runId)).map(({ event }) => event.type);
    },
    write: async (name: string, text: string) => {
      await mkdir(path.dirname(path.join(workspaceDir, name)), { recursive: true });
      await writeFile(path.join(workspaceDir, name), text);
    },
    read: (name: string) => readFile(path.join(workspaceDir, name), 'utf8'),

    /** Lets this much time pass on the clock by which requests expire. */
    skip(ms: number) {
      skippedMs += ms;
    },
    /** Shuts the process down, opens the database file again and voids every lease. */
    async restart() {
      await dispatcher.shutDown();
      await database.close();
      await boot();
      await voidLeases(database);
    },
    async close() {
      await dispatcher.shutDown();
      await parts.workers.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;
