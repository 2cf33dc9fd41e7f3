import { shareRuns } from '../shared/share-runs';
import { findByAnyId } from '../workflows/former-ids';
import type { WorkflowCatalog } from './catalog.port';
import type { KnownNames } from './known-names';
import { createWorkflowLister } from './list-workflow-files';
import { loadWorkflows } from './load-workflows';
import { createWorkflowReader } from './read-workflow-file';

/**
 * Keeps the workflow files of one folder current: each call looks at the folder, and parses only what has
 * changed.
 */
export function createWorkflowCatalog(folder: string, known: () => Promise<KnownNames>): WorkflowCatalog {
  const reader = createWorkflowReader(folder);
  const listFiles = createWorkflowLister(folder);
  const list = shareRuns(async () => loadWorkflows(folder, await known(), reader, listFiles));
  return {
    list,
    find: async (id) => findByAnyId(id, await list()),
    sourceOf: reader.sourceOf,
  };
}
