import { describe, expect, it } from 'vitest';
import manifest from '../package.json';
import lock from '../package-lock.json';
import { holdsAll, isEnough, selectForRunning, toStamp } from './lib/wanted-packages.mjs';

const packages: Record<string, object> = lock.packages;
const running = selectForRunning(manifest, lock);

describe('the packages that build and run the app', () => {
  it('are those of the lock file, without tools and what only tools bring along', () => {
    const names = Object.keys(running.lock.packages);
    for (const name of ['next', 'esbuild', 'typescript', '@prisma/client', 'better-sqlite3'])
      expect(names).toContain(`node_modules/${name}`);
    for (const name of [
      'prisma',
      'tsx',
      'vitest',
      '@playwright/test',
      'playwright',
      'effect',
      '@img/sharp-linux-x64',
    ])
      expect(names).not.toContain(`node_modules/${name}`);
    expect(running.manifest).not.toHaveProperty('devDependencies');
    expect(running.manifest).toMatchObject({
      dependencies: manifest.dependencies,
      overrides: manifest.overrides,
    });
  });

  it('are enough for running only; those for checks are enough for both', () => {
    expect(isEnough(toStamp('running', 'v1'), 'running', 'v1')).toBe(true);
    expect(isEnough(toStamp('running', 'v1'), 'checking', 'v1')).toBe(false);
    expect(isEnough(toStamp('checking', 'v1'), 'running', 'v1')).toBe(true);
    expect(isEnough(toStamp('checking', 'v1'), 'checking', 'v2')).toBe(false);
  });

  it('are recognized when someone else installed them', () => {
    expect(holdsAll(running.lock.packages, lock, 'running')).toBe(true);
    expect(holdsAll(running.lock.packages, lock, 'checking')).toBe(false);
    expect(holdsAll(packages, lock, 'checking')).toBe(true);
    const older = { ...packages, 'node_modules/next': { version: '1.0.0' } };
    expect(holdsAll(older, lock, 'running')).toBe(false);
    expect(holdsAll({}, lock, 'running')).toBe(false);
  });
});
