import { setImmediate as nextRound } from 'node:timers/promises';
import type { RunFiles } from '../contracts/runs';
import { isTerminal, type Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import { AppError } from '../shared/app-error';
import type { CallId } from '../shared/ids';
import { isSameName } from '../shared/name-forms';
import type { WorkspaceFiles } from '../tools/workspace/files.port';
import { callsOf } from './path-linker';
import type { Services } from './services';
import { type ExecutedCall, sumChanges } from './views/changed-files';
import { findPathCandidates } from './views/path-candidates';
import { whyAbsent } from './workspaces';

type Needed = Pick<Services, 'calls' | 'workspaces' | 'toolbox'>;

/**
 * Returns the files that an ended run changed and the files that its answer names. Returns undefined while
 * the run is active.
 */
export async function loadRunFiles(
  services: Needed,
  run: Run,
  recorded: readonly RecordedEvent[],
): Promise<RunFiles | undefined> {
  if (!isTerminal(run.state.status)) return undefined;
  const answer = run.state.status === 'completed' ? run.state.answer : '';
  const [executed, mentioned] = await Promise.all([
    loadExecuted(services, run, recorded),
    findExisting(services, run.workspaceId, findPathCandidates(answer)),
  ]);
  return { changed: sumChanges(executed), mentioned };
}

/** Returns only calls that are known to have happened, in that order. */
async function loadExecuted(
  { calls, toolbox }: Needed,
  run: Run,
  recorded: readonly RecordedEvent[],
): Promise<ExecutedCall[]> {
  const known = callsOf(run, recorded);
  const executed: ExecutedCall[] = [];
  for (const id of recorded.flatMap(({ event }) => (hasWorked(event) ? [event.callId] : []))) {
    const call = known.get(id);
    const paths = call ? await toolbox.paths(call) : [];
    if (paths.every(({ how }) => how === 'read')) continue;
    // Each record may hold the text of a file. Ten of 500 KB, read in one go with their events, kept the
    // event loop busy for 85 ms.
    await nextRound();
    const record = await calls.find(run.id, id);
    if (record) executed.push({ id, paths, preview: record.preview, result: record.outcome?.detail ?? null });
  }
  return executed;
}

function hasWorked(
  event: RecordedEvent['event'],
): event is Extract<RecordedEvent['event'], { callId: CallId }> {
  if (event.type === 'outcome_settled') return event.settlement.choice === 'worked';
  return event.type === 'tool_finished' && event.outcome.ok;
}

/** Another server has the files of some workspaces. An answer then links to none. */
async function findExisting(
  { workspaces }: Pick<Services, 'workspaces'>,
  workspaceId: string,
  candidates: readonly string[],
): Promise<string[]> {
  if (whyAbsent(workspaces, workspaceId) !== null) return [];
  const { files } = workspaces.parts(workspaceId);
  const found = await Promise.all(
    candidates.map(async (candidate) => {
      const path = await findPath(files, candidate);
      // The path keeps the answer's own Unicode form, because the page looks for that form in the answer.
      return path && isSameName(path, candidate) ? candidate : path;
    }),
  );
  return [...new Set(found.flatMap((path) => path || []))];
}

async function findPath(files: WorkspaceFiles, candidate: string): Promise<string | null> {
  try {
    return (await files.find(candidate))?.path ?? null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
