import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compilerSettings, hasObjectHooks, planForDriver } from './lib/native-module.mjs';

const sound = { loads: true, hasObjectHooks: false };
const foreign = { loads: false, hasObjectHooks: false };
const aborting = { loads: true, hasObjectHooks: true };
const foreignAndAborting = { loads: false, hasObjectHooks: true };

describe('the plan for the database driver', () => {
  it('uses a driver that loads and has no hooks that would make the server abort', () => {
    expect(planForDriver(sound)).toEqual({ action: 'use' });
    expect(planForDriver(sound, { wasRebuilt: true })).toEqual({ action: 'use' });
  });

  it('rebuilds every other driver once, and says why', () => {
    expect(planForDriver(foreign, { node: 'Node v22.1.0 on linux x64' })).toEqual({
      action: 'rebuild',
      message: expect.stringMatching(
        /another Node or machine. Rebuilding it for Node v22\.1\.0 on linux x64/,
      ),
    });
    expect(planForDriver(aborting)).toMatchObject({
      action: 'rebuild',
      message: expect.stringContaining('make the server abort'),
    });
    expect(planForDriver(foreignAndAborting)).toMatchObject({ action: 'rebuild' });
  });

  it('refuses a driver that a rebuild did not fix, and names the Node versions and ways that work', () => {
    for (const driver of [foreign, aborting, foreignAndAborting])
      expect(planForDriver(driver, { wasRebuilt: true })).toMatchObject({
        action: 'refuse',
        message: expect.stringMatching(/internet connection/),
      });
    expect(planForDriver(aborting, { wasRebuilt: true })).toMatchObject({
      message: expect.stringMatching(/Use Node 22, or Node 24\.18 or earlier/),
    });
  });
});

describe('the hooks of objects', () => {
  it('are found by the name of the function that a driver imports', () => {
    const imported = (name: string) => Buffer.from(`\u007fELF\0${name}EPN2v87IsolateE\0`);
    expect(hasObjectHooks(imported('_ZN4node28RemoveEnvironmentCleanupHook'))).toBe(true);
    expect(hasObjectHooks(imported('_ZN4node25AddEnvironmentCleanupHook'))).toBe(false);
  });

  it('are not in the installed driver', () => {
    const driver = path.join(
      path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')),
      'build/Release/better_sqlite3.node',
    );
    expect(hasObjectHooks(readFileSync(driver))).toBe(false);
  });

  it('are left out by the compiler, beside the settings that a person has', () => {
    const { CXXFLAGS, CPLUS_INCLUDE_PATH } = compilerSettings({
      CXXFLAGS: '-O1',
      CPLUS_INCLUDE_PATH: '/opt',
    });
    expect(CXXFLAGS).toBe('-O1 -include without-object-hooks.h');
    expect(CPLUS_INCLUDE_PATH).toBe(['/opt', path.resolve('scripts/lib')].join(path.delimiter));
    expect(compilerSettings({}).CXXFLAGS).toBe('-include without-object-hooks.h');
  });
});
