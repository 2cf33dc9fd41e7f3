import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workflow } from '../workflows/workflow';
import { factsOf, isSettled, stampOf } from './file-stamp';
import { type KnownNames, type ParsedWorkflow, parseWorkflow } from './parse-workflow';

const maxFileBytes = 64 * 1024;
export type WorkflowReader = {
  read(file: string, known: KnownNames): Promise<ParsedWorkflow>;
  /** The text that this workflow was parsed from. */
  sourceOf(workflow: Workflow): string;
};

/** Reads and parses files of one folder. Parses a file again only when its times, its size or the known names have changed. */
export function createWorkflowReader(folder: string): WorkflowReader {
  const kept = new Map<string, { stamp: string; parsed: ParsedWorkflow }>();
  const sources = new WeakMap<Workflow, string>();
  const parse = (file: string, bytes: Uint8Array, known: KnownNames): ParsedWorkflow => {
    const parsed = parseWorkflow(file, bytes, known);
    if (parsed.ok) sources.set(parsed.workflow, Buffer.from(bytes).toString('utf8'));
    return parsed;
  };
  return {
    async read(file, known) {
      try {
        const path = join(folder, file);
        const facts = factsOf(path);
        if (!facts.isFile()) return refuse('This is not a regular file.');
        const stamp = `${stampOf(facts)},${JSON.stringify(known)}`;
        const before = kept.get(file);
        if (before?.stamp === stamp) return before.parsed;
        const bytes = await readBounded(path);
        const parsed = bytes ? parse(file, bytes, known) : refuse('The file is larger than 64 KB.');
        if (isSettled(facts)) kept.set(file, { stamp, parsed });
        else kept.delete(file);
        return parsed;
      } catch {
        return refuse('The server cannot read this file.');
      }
    },
    sourceOf(workflow) {
      const source = sources.get(workflow);
      if (source === undefined) throw new Error(`The workflow ${workflow.id} was not read here`);
      return source;
    },
  };
}

const refuse = (reason: string): ParsedWorkflow => ({ ok: false, faults: [{ line: 1, reason }] });

/** Null: too large. Reads at most one byte more than allowed. */
async function readBounded(path: string): Promise<Uint8Array | null> {
  const handle = await open(path, 'r');
  try {
    const buffer = new Uint8Array(maxFileBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    return length > maxFileBytes ? null : buffer.slice(0, length);
  } finally {
    await handle.close();
  }
}
