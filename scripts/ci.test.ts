import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** These tests run `.ci/run` on a machine that has only these commands. Each command notes its call. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-ci-'));
  for (const name of ['bash', 'dirname']) await symlink(find(name), path.join(folder, name));
  await put('npm', 'echo "20 passed, 0 failed"');
  await put('node');
  await put('apt-get');
  await put('timeout', 'shift; "$@"');
  await put('id', 'echo 0');
  await put('dpkg', 'exit 1');
});
afterEach(() => rm(folder, { recursive: true }));

function find(name: string): string {
  const found = ['/bin', '/usr/bin'].map((place) => path.join(place, name)).find(existsSync);
  if (!found) throw new Error(`${name} is missing`);
  return found;
}

async function put(name: string, script = ''): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/usr/bin/env bash\necho "${name} $*" >>'${folder}/calls'\n${script}\n`);
  await chmod(file, 0o755);
}

async function run(): Promise<{ code: number; calls: string[]; output: string }> {
  const env = { PATH: folder, NODE_ENV: 'test' } as const;
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile(path.resolve('.ci/run'), { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    ),
  );
  const calls = (await readFile(path.join(folder, 'calls'), 'utf8')).trim().split('\n');
  return { code, output, calls: calls.filter((call) => /^(?:apt-get|npm|node) /.test(call)) };
}

const tests = ['npm test', 'npm run test:all', 'node scripts/check-scenarios.mjs passed'];

describe('the check on a fresh machine', () => {
  it('installs what is missing, and then tests', async () => {
    const { code, calls } = await run();
    expect(code).toBe(0);
    expect(calls).toEqual([
      expect.stringMatching(/^apt-get update/),
      expect.stringMatching(/^apt-get install .*chromium$/),
      expect.stringMatching(/^apt-get install .*chromium-headless-shell$/),
      expect.stringMatching(/^apt-get install .*libfaketime/),
      ...tests,
    ]);
  });

  it('installs nothing that is there', async () => {
    await put('chromium');
    await put('chromium-headless-shell');
    await put('dpkg', 'exit 0');
    expect(await run()).toMatchObject({ code: 0, calls: tests });
  });

  it('installs nothing where it would have to ask for a password', async () => {
    await put('id', 'echo 1000');
    expect(await run()).toMatchObject({ code: 0, calls: tests });
  });

  it('goes on without what the tests can do without, and says so, when it cannot be installed', async () => {
    await put('chromium');
    await put('apt-get', 'exit 1');
    const { code, calls, output } = await run();
    expect([code, calls.slice(-3)]).toEqual([0, tests]);
    expect(output).toContain('libfaketime could not be installed');
    expect(output).toContain('chromium-headless-shell could not be installed');
  });

  it('runs both parts and ends with the sum of their counts', async () => {
    await put('chromium');
    await put('npm', '[ "$1" = test ] && echo "20 passed, 0 failed" || echo "300 passed, 0 failed"');
    const { code, output } = await run();
    expect([code, output.trimEnd().split('\n').at(-1)]).toEqual([0, '320 passed, 0 failed']);
  });

  it.each([
    [
      'a failed test',
      '[ "$1" = run ] && echo "9 passed, 0 failed" || { echo "7 passed, 2 failed"; exit 1; }',
      16,
      2,
    ],
    ['a part that breaks before its counts', '[ "$1" = test ] && echo "9 passed, 0 failed" || exit 1', 9, 1],
    ['a part that fails with counts that do not', 'echo "9 passed, 0 failed"; [ "$1" = test ]', 18, 1],
  ])('fails for %s, after both parts', async (_what, script, passed, failed) => {
    await put('npm', script);
    const { code, calls, output } = await run();
    expect(code).toBe(1);
    expect(calls.filter((call) => call.startsWith('npm'))).toEqual(tests.slice(0, 2));
    expect(output.trimEnd().split('\n').at(-1)).toBe(`${passed} passed, ${failed} failed`);
  });

  it('fails when a scenario passed in neither part', async () => {
    await put('node', 'exit 1');
    const { code, output } = await run();
    expect([code, output.trimEnd().split('\n').at(-1)]).toEqual([1, '40 passed, 1 failed']);
  });
});
