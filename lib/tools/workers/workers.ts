import path from 'node:path';
import type { Piscina } from 'piscina';
import { withDeadline } from '../../shared/deadline';
import { countOf } from '../../shared/quantities';
import { stoppedFailure, systemErrorCode, ToolFailure } from '../tool-failure';
import { takeAnswer, type WorkerAnswer } from './worker-answer';

/**
 * Runs heavy work in threads, so that the event loop goes on. The threads start with the first job; all but
 * one end when there is none.
 */
export type Workers = {
  /**
   * Does a job in a thread: `Handler` is the type of its file's default export. `signal` ends the thread at
   * once. Throws what the job throws, and a `ToolFailure` when the job is stopped, takes too long, needs too
   * much memory or finds the queue full.
   */
  run<Handler extends JobHandler>(
    job: WorkerJob,
    input: Parameters<Handler>[0],
    signal?: AbortSignal,
  ): Promise<OutputOf<Handler>>;
  close(): Promise<void>;
};

export type WorkerJob = {
  /** Names the job's file, starting from the project's folder and without `.worker.ts`. */
  file: string;
  /** Names the job as the subject of a sentence for a person. */
  subject: string;
  timeLimitMs: number;
};

type JobHandler = (input: never) => Promise<WorkerAnswer<unknown>>;
type OutputOf<Handler extends JobHandler> =
  Awaited<ReturnType<Handler>> extends WorkerAnswer<infer Output> ? Output : never;

export type WorkerLimits = { maxThreads: number; maxQueue: number; maxMegabytes: number };

/**
 * There are more threads than the smallest machines have cores, so a comparison need not wait for a long
 * search.
 */
const defaultLimits: WorkerLimits = { maxThreads: 4, maxQueue: 100, maxMegabytes: 512 };
/** This is longer than the pauses between the steps of a run, so most steps find a running thread. */
const idleMs = 30_000;

/** `compiledFolder` holds the compiled jobs. It is null when the sources run, in tests and benchmarks. */
export function createWorkers(
  compiledFolder: string | null,
  { maxThreads, maxQueue, maxMegabytes } = defaultLimits,
): Workers {
  let opening: Promise<Piscina> | null = null;
  let isClosed = false;
  const open = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      // Without a thread, the pool leaves jobs in its queue after the last thread was ended.
      minThreads: 1,
      maxThreads,
      maxQueue,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
      ...(compiledFolder === null ? { execArgv: ['--import', 'tsx'] } : {}),
    });
  };
  const locate = (file: string) =>
    compiledFolder === null
      ? path.resolve(`${file}.worker.ts`)
      : path.join(compiledFolder, `${path.basename(file)}.worker.mjs`);

  return {
    async run(job, input, signal = new AbortController().signal) {
      opening ??= open();
      const pool = await opening;
      if (isClosed) throw new ToolFailure('stopped', 'The server is being shut down.');
      if (pool.queueSize >= maxQueue)
        throw new ToolFailure('unexpected', `${job.subject} has to wait for too many others. Try again.`);
      const answer = await withDeadline(signal, job.timeLimitMs, async (ending) => {
        try {
          return await pool.run(input, { filename: locate(job.file), signal: ending });
        } catch (error) {
          throw explain(error, job, { stopped: signal, ended: ending });
        }
      });
      return takeAnswer(answer);
    },
    async close() {
      isClosed = true;
      await (await opening)?.destroy();
    },
  };

  function explain(
    error: unknown,
    { subject, timeLimitMs }: WorkerJob,
    { stopped, ended }: { stopped: AbortSignal; ended: AbortSignal },
  ): unknown {
    if (stopped.aborted) return stoppedFailure(stopped);
    if (ended.aborted) {
      const limit = countOf(Math.round(timeLimitMs / 1_000), 'second');
      return new ToolFailure('timed_out', `${subject} took longer than ${limit}, so it was ended.`);
    }
    if (systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY')
      return new ToolFailure(
        'too_large',
        `${subject} needs more than ${maxMegabytes} MB of memory, so it was ended.`,
      );
    return isClosed ? new ToolFailure('stopped', 'The server is being shut down.') : error;
  }
}
