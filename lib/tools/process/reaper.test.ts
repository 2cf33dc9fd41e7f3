import { expect, it } from 'vitest';
import { isWorking, type Reaper } from './reaper';

const ofShell = (script: string): Reaper => ({ program: '/bin/sh', wrap: () => ['-c', script] });
const enoughMs = 30_000;

it.skipIf(process.platform === 'win32')('a reaper works when it tells how the program ended', async () => {
  expect(await isWorking(ofShell('printf 1792 >&3'), enoughMs)).toBe(true);
  expect(await isWorking(ofShell('printf 0 >&3'), enoughMs)).toBe(false);
  expect(await isWorking({ ...ofShell(''), program: '/missing/program' }, enoughMs)).toBe(false);
});

it.skipIf(process.platform === 'win32').each([
  ['hangs', 'exec sleep 1000'],
  ['hangs after its report', 'printf 1792 >&3; exec sleep 1000'],
  ['leaves a program that holds its report', 'sleep 3 & exit 0'],
])('a reaper that %s does not work, and is not waited for', async (_what, script) => {
  expect(await isWorking(ofShell(script), 50)).toBe(false);
});
