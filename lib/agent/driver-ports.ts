import type { RunStore } from '../db/run-store.port';
import type { Model } from '../llm/model.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import type { Toolbox } from '../tools/toolbox.port';

/** Everything the loop needs from outside. */
export type DriverPorts = {
  runs: RunStore;
  toolbox: Toolbox;
  live: LiveUpdates;
  /** The model in force, asked for at each step: settings may change while a run waits for a person. */
  currentModel: () => Promise<Model>;
  /** Names this process in leases. */
  owner: string;
  leaseMs: number;
  /** A warning for whoever runs the server; never holds secrets or file contents. */
  warn: (message: string, facts: Record<string, unknown>) => void;
};
