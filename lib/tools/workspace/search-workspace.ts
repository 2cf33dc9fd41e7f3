import type { WorkerJob, Workers } from '../workers/workers';
import {
  BeyondBudget,
  findInFiles,
  type SearchBudget,
  type SearchRequest,
  type SearchResult,
} from './find-in-files';
import type worker from './find-in-files.worker';
import type { Workspace } from './workspace';

const job: WorkerJob = {
  file: 'lib/tools/workspace/find-in-files',
  subject: 'The search',
  timeLimitMs: 60_000,
};
/** Reading this much takes 15 ms in small pieces; a thread that must start takes 50 ms. */
const budgetHere: SearchBudget = { files: 200, bytes: 1_000_000 };

/** Runs `findInFiles`, in a thread when there is more than a little to read. */
export async function searchWorkspace(
  workspace: Workspace,
  workers: Workers,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchResult> {
  try {
    return await findInFiles(workspace, request, signal, budgetHere);
  } catch (error) {
    if (!(error instanceof BeyondBudget)) throw error;
    return workers.run<typeof worker>(job, { place: workspace.place, request }, signal);
  }
}
