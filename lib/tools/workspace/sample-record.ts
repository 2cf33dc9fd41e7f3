import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../tool-failure';

/**
 * Describes one file that a reset changes, with its content before and after as base64. Null means that there
 * is no file.
 */
const step = z.object({
  path: z.array(z.string()).min(1).readonly(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type SampleStep = z.infer<typeof step>;

const record = z.object({
  /** The workspace at this real path was created with sample files. */
  workspace: z.string(),
  undo: z.object({ at: z.string(), steps: z.array(step) }).nullable(),
});
export type SampleRecord = z.infer<typeof record>;

const nameOfRecord = 'sample-files.json';

/** Returns null when no workspace was created with sample files, or the record is damaged. */
export async function readSampleRecord(folder: string): Promise<SampleRecord | null> {
  try {
    return record.parse(JSON.parse(await readFile(path.join(folder, nameOfRecord), 'utf8')));
  } catch (error) {
    const isUnusable = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isUnusable || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces the record in one step. The record is on disk when this resolves. */
export async function writeSampleRecord(folder: string, next: SampleRecord): Promise<void> {
  const file = path.join(folder, nameOfRecord);
  const draft = `${file}.tmp`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(next));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  const parent = await open(folder, 'r');
  await parent.sync().finally(() => parent.close());
}
