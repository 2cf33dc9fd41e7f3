import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Makes a small project in a temporary folder, with this project's settings for the runners. It is removed
 * when the test ends.
 */
export async function createFixtureProject(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'countersign-gate-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
  for (const shared of ['package.json', 'vitest.config.ts', 'playwright.config.ts', 'scripts']) {
    const keep = (source: string) => !source.endsWith('.test.ts');
    await cp(path.resolve(shared), path.join(root, shared), { recursive: true, filter: keep });
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return root;
}
