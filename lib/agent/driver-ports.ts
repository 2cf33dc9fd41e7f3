import type { RunStore } from '../db/run-store.port';
import type { ModelSource } from '../llm/model-source.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import type { Toolbox } from '../tools/toolbox.port';

/** Everything the loop needs from outside. */
export type DriverPorts = {
  runs: RunStore;
  toolbox: Toolbox;
  live: LiveUpdates;
  models: Pick<ModelSource, 'open'>;
  /** Names this process in leases. */
  owner: string;
  leaseMs: number;
  /** A warning for whoever runs the server; never holds secrets or file contents. */
  warn: (message: string, facts: Record<string, unknown>) => void;
};
