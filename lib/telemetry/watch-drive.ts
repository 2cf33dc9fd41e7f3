import type { RunStore, TakenRun } from '../db/ports/run-store.port';
import type { BoundModel } from '../domain/bound-model';
import { needsDriver, type Run } from '../domain/run';
import type { Model, ModelChunk } from '../models/model.port';
import type { ModelSource } from '../models/model-source.port';
import { isTimeout } from '../shared/deadline';
import type { Toolbox } from '../tools/toolbox.port';
import { failureOf, toToldRun } from './run-facts';
import type { Drive, ModelCalled, Tell, ToolCalled } from './telemetry.port';

/** These ports of a driver reach what is told. */
export type WatchedPorts = { runs: RunStore; models: Pick<ModelSource, 'open' | 'list'>; toolbox: Toolbox };

/**
 * Wraps the ports of one drive, so that they tell its model calls, its tool calls and what they belong to. Call
 * `end` when the driver has returned. A driver that gets no run tells nothing.
 */
export function watchDrive(
  ports: WatchedPorts,
  taken: TakenRun | null,
  tell: Tell,
): { ports: WatchedPorts; end(): void } {
  const { runs, models, toolbox } = ports;
  let drive: Drive | null = null;
  let latest: Run | null = null;
  const begin = (run: Run) => {
    drive = { run: toToldRun(run) };
    latest = run;
    tell({ type: 'drive_began', drive, at: new Date() });
  };
  if (taken) begin(taken.run);
  return {
    ports: {
      runs: {
        ...runs,
        async claim(...facts) {
          const claimed = await runs.claim(...facts);
          // A driver that met an exception claims its run again, to end it.
          if (drive) latest = claimed?.run ?? latest;
          else if (claimed && needsDriver(claimed.run.state.status)) begin(claimed.run);
          return claimed;
        },
        async commit(...facts) {
          latest = await runs.commit(...facts);
          return latest;
        },
      },
      models: {
        ...models,
        async open(bound) {
          const model = await models.open(bound);
          return model && drive && watchModel(model, { drive, ...(await nameModel(bound, models)) }, tell);
        },
      },
      toolbox: {
        ...toolbox,
        async execute(call, signal) {
          if (!drive) return toolbox.execute(call, signal);
          const state = latest?.state;
          const callId = state?.status === 'tool_running' ? state.call.id : null;
          const isKnown = (await toolbox.names()).includes(call.tool);
          const time = startTimer();
          let outcome: ToolCalled['outcome'] | null = null;
          try {
            const result = await toolbox.execute(call, signal);
            outcome = result.ok ? 'ok' : result.error.code;
            return result;
          } finally {
            outcome ??= toCut(signal);
            tell({ type: 'tool_called', drive, callId, tool: call.tool, isKnown, outcome, ...time() });
          }
        },
      },
    },
    end() {
      if (!drive || !latest) return;
      const { state } = latest;
      tell({ type: 'drive_ended', drive, at: new Date(), status: state.status, failure: failureOf(state) });
    },
  };
}

type NamedCall = Pick<ModelCalled, 'drive' | 'provider' | 'model' | 'isSetUp'>;

function watchModel(model: Model, named: NamedCall, tell: Tell): Model {
  return {
    name: model.name,
    findWindow: (signal) => model.findWindow(signal),
    async *streamReply(request) {
      const time = startTimer();
      let last: ModelChunk | null = null;
      try {
        for await (const chunk of model.streamReply(request)) {
          last = chunk;
          yield chunk;
        }
      } finally {
        tell({ type: 'model_called', ...named, ...toOutcome(last, request.signal), ...time() });
      }
    },
  };
}

function toOutcome(last: ModelChunk | null, signal: AbortSignal): Pick<ModelCalled, 'outcome' | 'usage'> {
  if (last?.type === 'finished') return { outcome: 'ok', usage: last.reply.usage };
  return { outcome: last?.type === 'failed' ? last.error.code : toCut(signal), usage: null };
}

function startTimer(): () => { startedAt: Date; durationMs: number } {
  const [startedAt, began] = [new Date(), performance.now()];
  return () => ({ startedAt, durationMs: performance.now() - began });
}

function toCut(signal: AbortSignal): 'stopped' | 'timed_out' | 'broke' {
  if (!signal.aborted) return 'broke';
  return isTimeout(signal) ? 'timed_out' : 'stopped';
}

/** Names the model of a call. While the list of models cannot be read, no model counts as set up. */
async function nameModel(
  bound: BoundModel | null,
  models: WatchedPorts['models'],
): Promise<Pick<ModelCalled, 'provider' | 'model' | 'isSetUp'>> {
  const setUp = await models.list().catch(() => []);
  const { provider, model } = bound ? toNames(bound) : toNames(setUp.find(({ isDefault }) => isDefault));
  const isSetUp = setUp.some((one) => one.provider === provider && toNames(one).model === model);
  return { provider, model, isSetUp };
}

/** A model that comes with the app has the name of its provider. */
function toNames(named: { provider: string; model?: string | null } | undefined) {
  const provider = named?.provider ?? 'unknown';
  return { provider, model: named?.model ?? provider };
}
