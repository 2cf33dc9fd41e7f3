import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type KnownNames, type ParsedWorkflow, parseWorkflow } from './parse-workflow';

const maxFileBytes = 64 * 1024;
/** A file system may give two quick changes one time: a file this young is read again, whatever its time says. */
const settledAfterMs = 2_000;

type ReadWorkflowFile = (file: string, known: KnownNames) => Promise<ParsedWorkflow>;

/** Reads and parses files of one folder. Parses a file again only when its times, its size or the known names have changed. */
export function createWorkflowReader(folder: string): ReadWorkflowFile {
  const kept = new Map<string, { stamp: string; parsed: ParsedWorkflow }>();
  return async (file, known) => {
    try {
      const path = join(folder, file);
      const facts = await stat(path, { bigint: true });
      if (!facts.isFile()) return refuse('This is not a regular file.');
      const stamp = [facts.ino, facts.mtimeNs, facts.ctimeNs, facts.size, JSON.stringify(known)].join();
      const before = kept.get(file);
      if (before?.stamp === stamp) return before.parsed;
      const bytes = await readBounded(path);
      const parsed = bytes ? parseWorkflow(file, bytes, known) : refuse('The file is larger than 64 KB.');
      const isSettled = Date.now() - Number(facts.ctimeMs) > settledAfterMs;
      if (isSettled) kept.set(file, { stamp, parsed });
      else kept.delete(file);
      return parsed;
    } catch {
      return refuse('The server cannot read this file.');
    }
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
