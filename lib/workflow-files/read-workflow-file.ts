import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workflow } from '../workflows/workflow';
import { factsOf, isSettled, stampOf } from './file-stamp';
import type { KnownNames } from './known-names';
import { type ParsedWorkflow, parseWorkflow } from './parse-workflow';

const maxFileBytes = 64 * 1024;
export type WorkflowReader = {
  read(file: string, known: KnownNames): Promise<ParsedWorkflow>;
  /** Returns the text that this workflow was parsed from. */
  sourceOf(workflow: Workflow): string;
};

type Kept = { stamp: string | null; names: string; bytes: Uint8Array | null; parsed: ParsedWorkflow };

/**
 * Reads and parses files of one folder. It reads a file again only when the file's times or size have
 * changed, or changed a moment ago; it parses the file again only when its bytes or the known names have
 * changed. `load` gives the bytes, or null when there are too many.
 */
export function createWorkflowReader(folder: string, load = readBounded): WorkflowReader {
  const kept = new Map<string, Kept>();
  const sources = new WeakMap<Workflow, string>();
  /** Keeps the names as text, because all files of one look share the same object. */
  let last: { known: KnownNames; names: string } | null = null;
  const namesOf = (known: KnownNames): string => {
    if (last?.known !== known) last = { known, names: JSON.stringify(known) };
    return last.names;
  };
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
        const [stamp, names] = [stampOf(facts), namesOf(known)];
        const before = kept.get(file);
        const isKnown = before?.names === names;
        if (isKnown && before.stamp === stamp) return before.parsed;
        const bytes = await load(path);
        const isSame = isKnown && before.bytes !== null && bytes !== null && isEqual(before.bytes, bytes);
        const parsed = isSame ? before.parsed : bytes ? parse(file, bytes, known) : tooLarge;
        kept.set(file, { stamp: isSettled(facts) ? stamp : null, names, bytes, parsed });
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

const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
const refuse = (reason: string): ParsedWorkflow => ({ ok: false, faults: [{ line: 1, reason }] });

const tooLarge = refuse('The file is larger than 64 KB.');

/** Returns null when the file is too large. Reads at most one byte more than allowed. */
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
