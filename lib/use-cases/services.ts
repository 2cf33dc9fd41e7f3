import type { OpenIdProvider } from '../accounts/provider.port';
import type { Door } from '../auth/door';
import type { LongReplyReader } from '../convention/long-reply';
import type { AccountStore } from '../db/ports/account-store.port';
import type { ActorStore } from '../db/ports/actor-store.port';
import type { ApiTokenStore } from '../db/ports/api-token-store.port';
import type { Outage } from '../db/ports/database-unavailable.port';
import type { ModelCheckStore, SettingStore } from '../db/ports/model-stores.port';
import type { RetentionStore } from '../db/ports/retention-store.port';
import type { RunStore } from '../db/ports/run-store.port';
import type { ServerRow, ServerStore } from '../db/ports/server-store.port';
import type { SessionStore } from '../db/ports/session-store.port';
import type {
  ApprovalStore,
  AuditStore,
  CallStore,
  ConversationStore,
  Durability,
  PromptStore,
  RuleStore,
  StartHistory,
  UnknownOutcomeStore,
  UsageStore,
} from '../db/ports/stores.port';
import type { Actor } from '../domain/actor';
import type { OpenLimits, Run } from '../domain/run';
import type { ModelSource } from '../models/model-source.port';
import type { Policy } from '../policy/policy';
import type { Clock } from '../runtime/clock.port';
import type { Dispatcher } from '../runtime/dispatcher.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import type { ActorId } from '../shared/ids';
import type { Metrics } from '../telemetry/metrics.port';
import type { ToolCatalog } from '../tools/toolbox.port';
import type { WorkflowCatalog } from '../workflow-files/catalog.port';
import type { RunFeeds } from './stream-message';
import type { Workspaces } from './workspaces';

/**
 * The use cases work with these parts, and `lib/server` builds them. Each use case names the parts it needs. The
 * services of a request hold only what its actor sees, so a use case need not ask. The server's own work has
 * services that see everything.
 */
export type Services = {
  actors: ActorStore;
  runs: RunStore;
  conversations: ConversationStore;
  approvals: ApprovalStore;
  unknownOutcomes: UnknownOutcomeStore;
  usage: UsageStore;
  audit: AuditStore;
  calls: CallStore;
  prompts: PromptStore;
  settings: SettingStore;
  modelChecks: ModelCheckStore;
  history: StartHistory;
  workflows: WorkflowCatalog;
  toolbox: ToolCatalog;
  policy: Policy;
  retention: RetentionStore;
  rules: RuleStore;
  /** Only these lead to files, and to the tools that work on them. */
  workspaces: Workspaces;
  models: ModelSource;
  readLongReply: LongReplyReader;
  /** A commit brings its run to a driver by itself. Use cases end only the work in flight. */
  dispatcher: Pick<Dispatcher, 'abort'>;
  /**
   * Lets the server that drives the run stop it, if that is another one, because only it has the text of the
   * reply that is arriving. Returns soon, also when no server answers.
   */
  askDriverToStop(run: Run, actor: Actor): Promise<void>;
  live: LiveUpdates;
  clock: Clock;
  /** Lets people in, makes the codes of links, signs browsers out and revokes tokens. */
  door: Pick<Door, 'letIn' | 'forget' | 'makeCode' | 'signOut' | 'revokeToken'>;
  accounts: AccountStore;
  /** A person who knows it makes the first owner of a team. */
  setupSecret: { isRight(given: string): Promise<boolean>; discard(): Promise<void> };
  /** People of a team may sign in here. Null means that they have no OpenID provider. */
  provider: OpenIdProvider | null;
  servers: ServerStore;
  sessions: Pick<SessionStore, 'list' | 'forgetOver'>;
  apiTokens: Pick<ApiTokenStore, 'add' | 'list'>;
  feeds: RunFeeds;
  /** Stops the active runs in the private conversations of this person, as `actor`. */
  stopPrivateRuns(ownerId: ActorId, actor: Actor): Promise<void>;
  /**
   * Stops those runs of a person who was removed, or lost the right to stop them, while their request was written:
   * the change of the person has then looked for such runs too early.
   */
  stopWhatIsLeft(person: Actor): Promise<void>;
  /** Holds the figures of this server. Null means that nobody asked for them. */
  metrics: Metrics | null;
  /** A workflow may ask for less than the server's own limits, never for more. A workspace may allow less. */
  serverLimits: OpenLimits;
  installation: Installation;
};

/** Holds facts about this server that no store keeps. */
type Installation = {
  version: string;
  profile: 'local' | 'team';
  /** Returns the address of this server on its own machine. */
  localAddress(): string;
  /** People on other machines open this address. Null means that nobody can. */
  publicUrl: string | null;
  /** The paths are absolute. */
  folders: { data: string; workflows: string };
  /** Holds every workspace, also those that the reader is not in: it shows how they are configured. */
  workspaces: Pick<Workspaces, 'list'>;
  /** This file names the workspaces. Null means that none does. */
  workspacesFile: string | null;
  durability: Durability;
  /** Returns null when the database takes writes, as far as is known. */
  findOutage(): Outage | null;
  /** The server ends when its tools have finished, and starts no run. */
  isDraining(): boolean;
  /**
   * Says how the server finds what a command started: below its `reaper`, or only by its `process_group` and
   * its variables.
   */
  commandsFoundBy: 'reaper' | 'process_group';
  /** Counts the runs that this process is driving now, and those that wait for one of them to finish. */
  countActiveRuns(): number;
  countWaitingRuns(): number;
  /** Says what this server does now, as admins see it. */
  describeServer(): Omit<ServerRow, 'heartbeatAt'>;
};
