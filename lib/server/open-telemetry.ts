import { hostname } from 'node:os';
import packageJson from '../../package.json';
import type { Config } from '../config/config';
import type { CollectorSettings } from '../config/read-collector';
import type { Database } from '../db/ports/database';
import type { RunStore, TakenRun } from '../db/ports/run-store.port';
import { noteSecret } from '../logging/hide-secrets';
import { log } from '../logging/log';
import type { LiveUpdates } from '../runtime/live-updates.port';
import type { RunId } from '../shared/ids';
import { joinSinks } from '../telemetry/join-sinks';
import type { Metrics } from '../telemetry/metrics.port';
import type { Tell } from '../telemetry/telemetry.port';
import { type WatchedPorts, watchDrive } from '../telemetry/watch-drive';
import { watchRuns } from '../telemetry/watch-runs';
import { countWaiting } from '../use-cases/server-facts';
import type { RunFeeds } from '../use-cases/stream-message';
import type { Closers } from './closers';
import { watchWrites } from './watch-writes';

/** Wraps the ports of the app, so that they tell what they do. While it is off, each port stays as it is. */
export type Telemetry = {
  onRepeat: () => void;
  watchDatabase(database: Database): Database;
  watchRuns(runs: RunStore): RunStore;
  watchLine(live: LiveUpdates): LiveUpdates;
  watchFeeds(feeds: RunFeeds): RunFeeds;
  watchDrive(ports: WatchedPorts, taken: TakenRun | null): ReturnType<typeof watchDrive>;
  /** Returns null when nobody asked for metrics. The counts of `seen` are of the whole server. */
  toMetrics(seen: Seen): Metrics | null;
};

type Seen = Parameters<typeof countWaiting>[0] &
  Pick<Database, 'outages'> & { activeRuns(): number; waitingRuns(): number; isDraining(): boolean };

const off: Telemetry = {
  onRepeat: () => {},
  watchDatabase: (database) => database,
  watchRuns: (runs) => runs,
  watchLine: (live) => live,
  watchFeeds: (feeds) => feeds,
  watchDrive: (ports) => ({ ports, end: () => {} }),
  toMetrics: () => null,
};

/** Loads the packages of what the settings ask for, and no others. */
export async function openTelemetry(config: Config, closers: Closers): Promise<Telemetry> {
  const metrics = config.hasMetrics ? await loadMetrics() : null;
  const traces = config.collector && (await loadTraces(config.collector, closers));
  const sinks = [metrics, traces].flatMap((sink) => sink?.tell ?? []);
  if (sinks.length === 0) return off;
  const tell: Tell = joinSinks(sinks, (error) => log.error({ err: error }, 'Telemetry broke'));
  const line = createLine();
  const streams = { open: 0 };
  return {
    onRepeat: () => tell({ type: 'write_repeated' }),
    watchDatabase: (database) => watchWrites(database, tell),
    watchRuns: (runs) => watchRuns(runs, tell),
    watchLine: line.watch,
    watchFeeds: (feeds) => countUses(feeds, streams),
    watchDrive: (ports, taken) => watchDrive(ports, taken, tell),
    toMetrics: (seen) =>
      metrics && {
        contentType: metrics.contentType,
        read: async () =>
          metrics.toText({
            ...(await countWaiting(seen)),
            activeRuns: seen.activeRuns(),
            waitingRuns: seen.waitingRuns(),
            oldestWaitMs: line.oldestWaitMs(),
            openStreams: streams.open,
            isDraining: seen.isDraining(),
            hasOutage: seen.outages.current() !== null,
          }),
      },
  };
}

async function loadMetrics() {
  const { createMetrics } = await import('../telemetry/prometheus/create-metrics');
  return createMetrics(packageJson.version);
}

async function loadTraces({ serviceName, url, headers }: CollectorSettings, closers: Closers) {
  const { openTraces } = await import('../telemetry/traces/open-traces');
  for (const secret of Object.values(headers)) noteSecret(secret, 'set_up');
  const server = { serviceName, version: packageJson.version, instance: `${hostname()} ${process.pid}` };
  const traces = openTraces({ url, headers }, server, () =>
    log.warn({ collector: url }, 'Traces do not arrive. Check OTEL_EXPORTER_OTLP_ENDPOINT and its headers.'),
  );
  closers.add(() => traces.close());
  return traces;
}

/** Remembers since when each run of the line has waited. */
function createLine() {
  const since = new Map<RunId, number>();
  return {
    watch: (live: LiveUpdates): LiveUpdates => ({
      ...live,
      publishTurn(runId, turn) {
        live.publishTurn(runId, turn);
        if (turn === null) since.delete(runId);
        else if (!since.has(runId)) since.set(runId, performance.now());
      },
    }),
    oldestWaitMs: () => (since.size === 0 ? 0 : performance.now() - Math.min(...since.values())),
  };
}

/** Each viewer of a run uses its feed once, for as long as its stream is open. */
function countUses(feeds: RunFeeds, streams: { open: number }): RunFeeds {
  return {
    ...feeds,
    async use(runId, find) {
      const used = await feeds.use(runId, find);
      streams.open += 1;
      return {
        ...used,
        release() {
          streams.open -= 1;
          used.release();
        },
      };
    },
  };
}
