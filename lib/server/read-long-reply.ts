import { type LongReplyReader, refuseLongReply } from '../convention/long-reply';
import { ToolFailure } from '../tools/tool-failure';
import type { WorkerJob, Workers } from '../tools/workers/workers';
import type worker from './long-reply.worker';

const job: WorkerJob = {
  file: 'lib/server/long-reply',
  subject: 'Reading your reply',
  timeLimitMs: 60_000,
};

/** Reads replies in a thread. A reply that needs too much time or memory is malformed. */
export function createLongReplyReader(workers: Workers, timeLimitMs = job.timeLimitMs): LongReplyReader {
  return async (reply, signal, known) => {
    try {
      return await workers.run<typeof worker>({ ...job, timeLimitMs }, { reply, known }, signal);
    } catch (error) {
      const isTooMuch =
        error instanceof ToolFailure && (error.code === 'timed_out' || error.code === 'too_large');
      if (!isTooMuch || signal.aborted) throw error;
      return refuseLongReply(reply, error.message);
    }
  };
}
