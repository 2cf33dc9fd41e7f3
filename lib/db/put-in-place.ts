import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Gives a complete file its name. After a power cut it is there, whole, or what had the name before is. */
export async function putInPlace(from: string, to: string): Promise<void> {
  await sync(from);
  await rename(from, to);
  await sync(path.dirname(to));
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}
