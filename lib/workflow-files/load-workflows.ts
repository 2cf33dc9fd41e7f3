import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workflow, WorkflowProblem } from '../workflows/workflow';
import { type KnownNames, parseWorkflow } from './parse-workflow';

const maxFileBytes = 64 * 1024;

/**
 * Reads every `*.md` file of a folder in the order of their names, except README.md. A file with a mistake is reported with line and
 * reason; the others load. Of two files with the same id, the first one wins.
 */
export async function loadWorkflows(
  folder: string,
  known: KnownNames,
): Promise<{ workflows: Workflow[]; problems: WorkflowProblem[] }> {
  const workflows: Workflow[] = [];
  const problems: WorkflowProblem[] = [];
  const files = await listFiles(folder);
  if (files === null)
    problems.push({ file: '', line: 1, reason: `The server cannot read the folder ${folder}.` });
  for (const file of files ?? []) {
    const bytes = await readBounded(join(folder, file));
    if (!bytes.ok) {
      problems.push({ file, line: 1, reason: bytes.reason });
      continue;
    }
    const parsed = parseWorkflow(file, bytes.bytes, known);
    if (!parsed.ok) {
      problems.push(...parsed.faults.map((fault) => ({ file, ...fault })));
      continue;
    }
    const first = workflows.find((workflow) => workflow.id === parsed.workflow.id);
    if (first) {
      const reason = `${first.file} already uses the id “${first.id}”.`;
      problems.push({ file, line: parsed.idLine, reason });
    } else {
      workflows.push(parsed.workflow);
    }
  }
  return { workflows, problems };
}

async function listFiles(folder: string): Promise<string[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith('.md') && entry.name !== 'README.md')
      .map((entry) => entry.name)
      .sort();
  } catch {
    return null;
  }
}

/** Reads at most one byte more than allowed, so that a huge file is refused without reading all of it. */
async function readBounded(
  path: string,
): Promise<{ ok: true; bytes: Uint8Array } | { ok: false; reason: string }> {
  try {
    if (!(await stat(path)).isFile()) return { ok: false, reason: 'This is not a regular file.' };
    const handle = await open(path, 'r');
    try {
      const buffer = new Uint8Array(maxFileBytes + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      if (length > maxFileBytes) return { ok: false, reason: 'The file is larger than 64 KB.' };
      return { ok: true, bytes: buffer.slice(0, length) };
    } finally {
      await handle.close();
    }
  } catch {
    return { ok: false, reason: 'The server cannot read this file.' };
  }
}
