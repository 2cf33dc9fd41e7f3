import { setTimeout as sleep } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Tell } from '../telemetry.port';
import { createTraces, type TracedServer } from './create-traces';

/** A collector that hangs holds this many spans back at most. Further ones are dropped. */
const mostSpans = 2_048;
const mostSpansAtOnce = 512;
const sendEveryMs = 2_000;
const sendTimeoutMs = 5_000;
/** At its end, a server waits this long for its collector. */
const closeMs = 800;

export type Collector = {
  /** OTLP as JSON goes to this address. */
  url: string;
  /** The values are secrets. */
  headers: Readonly<Record<string, string>>;
};

/**
 * Sends spans to a collector in the background. Whatever the collector does, nothing here waits for it or fails
 * because of it. `onTrouble` is called when the first sending fails, and again after one that worked.
 */
export function openTraces(
  collector: Collector,
  server: TracedServer,
  onTrouble: () => void,
): { tell: Tell; close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: collector.url,
    headers: { ...collector.headers },
    timeoutMillis: sendTimeoutMs,
  });
  const processor = new BatchSpanProcessor(reportTrouble(exporter, onTrouble), {
    maxQueueSize: mostSpans,
    maxExportBatchSize: mostSpansAtOnce,
    scheduledDelayMillis: sendEveryMs,
    exportTimeoutMillis: sendTimeoutMs,
  });
  const { tell, close } = createTraces(server, processor);
  return {
    tell,
    async close() {
      const timer = new AbortController();
      const tooLate = sleep(closeMs, undefined, { signal: timer.signal, ref: false }).catch(() => {});
      await Promise.race([close().catch(() => {}), tooLate]);
      timer.abort();
    },
  };
}

function reportTrouble(exporter: SpanExporter, onTrouble: () => void): SpanExporter {
  let isInTrouble = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0;
        if (hasFailed && !isInTrouble) onTrouble();
        isInTrouble = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
