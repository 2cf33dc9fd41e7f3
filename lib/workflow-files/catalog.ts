import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WorkflowCatalog } from './catalog.port';
import { loadWorkflows } from './load-workflows';
import type { KnownNames } from './parse-workflow';

/** The workflow files of one folder. Reads them again each time: they are few and small, and always current. */
export function createWorkflowCatalog(folder: string, known: () => Promise<KnownNames>): WorkflowCatalog {
  const list = async () => loadWorkflows(folder, await known());
  return {
    list,
    find: async (id) => (await list()).workflows.find((workflow) => workflow.id === id) ?? null,
    readSource: (workflow) => readFile(path.join(folder, workflow.file), 'utf8'),
  };
}
