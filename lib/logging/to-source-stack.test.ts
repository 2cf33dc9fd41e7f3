import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toSourceStack } from './to-source-stack';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-stack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const source = `type Unused = { kept: false };

export function breakDown(): never {
  throw new Error('broken');
}
`;

/** Returns the stack of an error that the compiled source throws. */
async function throwCompiled(): Promise<string> {
  await writeFile(path.join(folder, 'source.ts'), source);
  const compiled = path.join(folder, 'compiled.mjs');
  await build({
    entryPoints: [path.join(folder, 'source.ts')],
    outfile: compiled,
    format: 'esm',
    sourcemap: true,
  });
  const { breakDown } = await import(compiled);
  try {
    return breakDown();
  } catch (error) {
    return (error as Error).stack ?? '';
  }
}

it('a stack names the places in our sources', async () => {
  const stack = await throwCompiled();
  const place = (name: string, line: string) => `${path.join(folder, name)}:${line}`;
  const raw = `Error: broken\n    at breakDown (${place('compiled.mjs', '2:9')})\n    at file://${place('compiled.mjs', '2:9')}`;
  const expected = `Error: broken\n    at breakDown (${place('source.ts', '4:9')})\n    at ${place('source.ts', '4:9')}`;
  expect(await readdir(folder)).toContain('compiled.mjs.map');
  expect(toSourceStack(raw)).toBe(expected);
  expect(toSourceStack(stack)).toContain('source.ts:4:9');
});

it('a stack without maps, or with one that cannot be read, stays as it is', async () => {
  const lost = `Error\n    at f (/nowhere/file.js:1:2)\n    at node:internal/main:3:4`;
  expect(toSourceStack(lost)).toBe(lost);
  await throwCompiled();
  await writeFile(path.join(folder, 'compiled.mjs.map'), '{');
  const broken = `Error\n    at f (${path.join(folder, 'compiled.mjs')}:2:9)`;
  expect(toSourceStack(broken)).toBe(broken);
});
