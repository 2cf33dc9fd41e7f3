import { ToolFailure } from '../tool-failure';
import type { KeptFile } from './sample-files.port';
import type { SampleStep } from './sample-record';
import { sampleDocuments } from './sample-texts';
import { readTarget, type Target } from './target';
import { type TreeEntry, walkTree } from './walk-tree';
import type { Workspace } from './workspace';
import { formatPath, type WorkspacePath } from './workspace-path';

/** A larger file stays as it is, because its content would have to be kept for Undo. */
const maxKeptBytes = 1_000_000;
const treeLimits = { maxDepth: 8, maxEntries: 5_000 };

export type SampleReset = {
  /** The reset writes files before it removes moved copies, so that a crash in between loses nothing. */
  steps: SampleStep[];
  /** Gives the path of each moved copy by the path of its sample. */
  moved: Map<string, string>;
  kept: KeptFile[];
};

/** Plans the steps that put every sample file in its place with its own content. Changes nothing. */
export async function planSampleReset(workspace: Workspace): Promise<SampleReset> {
  const plan: SampleReset = { steps: [], moved: new Map(), kept: [] };
  const removals: SampleStep[] = [];
  let entries: TreeEntry[] | null = null;
  for (const [name, text] of Object.entries(sampleDocuments)) {
    const path = name.split('/');
    const target = await lookAt(workspace, path);
    const after = Buffer.from(text);
    if ('reason' in target) plan.kept.push({ path: name, reason: target.reason });
    else if (target.kind === 'absent') {
      plan.steps.push({ path, before: null, after: toBase64(after) });
      entries ??= (await walkTree(workspace, [], treeLimits, new AbortController().signal)).entries;
      const copy = await findCopy(workspace, entries, path, after);
      if (copy === null) continue;
      plan.moved.set(name, formatPath(copy));
      removals.push({ path: copy, before: toBase64(after), after: null });
    } else if (target.kind === 'folder') plan.kept.push({ path: name, reason: 'A folder has its name.' });
    else if (target.bytes === null || target.size > maxKeptBytes)
      plan.kept.push({ path: name, reason: 'It is larger than 1 MB, too large to keep for Undo.' });
    else if (!target.bytes.equals(after))
      plan.steps.push({ path, before: toBase64(target.bytes), after: toBase64(after) });
  }
  plan.steps.push(...removals);
  return plan;
}

/** Returns the state of a path, or the reason why tools refuse to open it. */
export async function lookAt(
  workspace: Workspace,
  path: WorkspacePath,
): Promise<Target | { reason: string }> {
  try {
    return await readTarget(workspace, path);
  } catch (error) {
    if (error instanceof ToolFailure) return { reason: error.message };
    throw error;
  }
}

/** Finds a file outside its own place with the name and exactly the content of a sample. */
async function findCopy(
  workspace: Workspace,
  entries: readonly TreeEntry[],
  path: WorkspacePath,
  content: Buffer,
): Promise<WorkspacePath | null> {
  const candidates = entries.filter(
    (entry) =>
      entry.kind === 'file' &&
      entry.size === content.length &&
      entry.path.at(-1) === path.at(-1) &&
      !Object.hasOwn(sampleDocuments, entry.path.join('/')),
  );
  for (const candidate of candidates) {
    const target = await lookAt(workspace, candidate.path);
    if ('kind' in target && target.kind === 'file' && target.bytes?.equals(content)) return candidate.path;
  }
  return null;
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
