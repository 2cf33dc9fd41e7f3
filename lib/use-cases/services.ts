import type { LongReplyReader } from '../convention/long-reply';
import type { Outage } from '../db/database-unavailable.port';
import type { ModelCheckStore, SettingStore } from '../db/model-stores.port';
import type { RunStore } from '../db/run-store.port';
import type {
  ApprovalStore,
  CallStore,
  ConversationStore,
  Durability,
  PromptStore,
  StartHistory,
  UnknownOutcomeStore,
  UsageStore,
} from '../db/stores.port';
import type { OpenLimits } from '../domain/run';
import type { ModelSource } from '../llm/model-source.port';
import type { Policy } from '../policy/policy';
import type { Clock } from '../runtime/clock.port';
import type { Dispatcher } from '../runtime/dispatcher.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import type { RunId } from '../shared/ids';
import type { SharedOpen } from '../shared/shared-open';
import type { Toolbox } from '../tools/toolbox.port';
import type { WorkspaceFiles } from '../tools/workspace/files.port';
import type { SampleFiles } from '../tools/workspace/sample-files.port';
import type { WorkflowCatalog } from '../workflow-files/catalog.port';
import type { RunFeed } from './stream-message';

/** The parts the use cases work with; `lib/server` builds them. Each use case names the part it needs. */
export type Services = {
  runs: RunStore;
  conversations: ConversationStore;
  approvals: ApprovalStore;
  unknownOutcomes: UnknownOutcomeStore;
  usage: UsageStore;
  calls: CallStore;
  prompts: PromptStore;
  settings: SettingStore;
  modelChecks: ModelCheckStore;
  history: StartHistory;
  workflows: WorkflowCatalog;
  toolbox: Toolbox;
  policy: Policy;
  files: WorkspaceFiles;
  samples: SampleFiles;
  models: ModelSource;
  readLongReply: LongReplyReader;
  /** A commit brings its run to a driver by itself; use cases end only what is in flight. */
  dispatcher: Pick<Dispatcher, 'abort'>;
  live: LiveUpdates;
  clock: Clock;
  /** The runs that are being watched, each with one feed for all its viewers. */
  feeds: SharedOpen<RunId, RunFeed>;
  /** The server's own limits: a workflow may ask for less, never for more. */
  serverLimits: OpenLimits;
  installation: Installation;
};

/** Facts about this server that no store keeps. */
type Installation = {
  version: string;
  /** Absolute paths. */
  folders: { workspace: string; data: string; workflows: string };
  durability: Durability;
  /** Null: the database takes writes, as far as is known. */
  findOutage(): Outage | null;
  /** How the server finds what a command started: below its `reaper`, or only by its `process_group` and its variables. */
  commandsFoundBy: 'reaper' | 'process_group';
  /** Runs that this process is driving now, and those that wait for one of them to finish. */
  countActiveRuns(): number;
  countWaitingRuns(): number;
};
