import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../ports/database-unavailable.port';
import { rememberFiles } from './file-identity';

vi.mock('node:fs', async (importActual) => {
  const actual = await importActual<typeof import('node:fs')>();
  return { ...actual, statSync: vi.fn(actual.statSync) };
});

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'countersign-identity-'));
  mkdirSync(folder());
  for (const name of ['', '-wal']) writeFileSync(file(name), 'as it was');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(parent, { recursive: true, force: true });
});

const folder = () => path.join(parent, 'data');
const file = (name = '') => path.join(folder(), `countersign.db${name}`);
const laterBy = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });

/** Remembers the files and checks them long after the last change in their folder. */
function rememberSettled() {
  const saveLog = vi.fn();
  const remembered = rememberFiles(file(), saveLog);
  laterBy(3_600_000);
  remembered.checkWrite();
  return { ...remembered, saveLog };
}

function reasonOf(check: () => void): string {
  try {
    check();
    return 'all there';
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.reason;
    throw error;
  }
}

/** Returns the names of the files that `check` looks at. */
function looksOf(check: () => void): string[] {
  vi.mocked(statSync).mockClear();
  check();
  return vi.mocked(statSync).mock.calls.map(([looked]) => path.basename(String(looked)));
}

describe('a check before a commit', () => {
  it('looks at the folder alone, as long as nothing comes into it and nothing leaves it', () => {
    const { checkWrite } = rememberSettled();
    expect(looksOf(checkWrite)).toEqual(['data']);
    // A commit also writes to the log.
    writeFileSync(file('-wal'), 'more of the log', { flag: 'r+' });
    expect(looksOf(checkWrite)).toEqual(['data']);
    writeFileSync(path.join(folder(), 'other'), '');
    expect(looksOf(checkWrite)).toEqual(['data', 'countersign.db', 'countersign.db-wal']);
  });

  it('looks at all files while the folder has just changed, or changes in the future', () => {
    const { checkWrite } = rememberFiles(file(), () => {});
    const all = ['data', 'countersign.db', 'countersign.db-wal'];
    for (let time = 0; time < 2; time += 1) expect(looksOf(checkWrite)).toEqual(all);
    laterBy(-3_600_000);
    for (let time = 0; time < 2; time += 1) expect(looksOf(checkWrite)).toEqual(all);
  });

  it('looks at all files again after it has failed', () => {
    const { checkWrite } = rememberSettled();
    const away = path.join(folder(), 'away');
    renameSync(file('-wal'), away);
    laterBy(3_600_000);
    for (let time = 0; time < 3; time += 1) expect(reasonOf(checkWrite)).toBe('log_gone');
    renameSync(away, file('-wal'));
    expect(reasonOf(checkWrite)).toBe('all there');
  });

  it.each<[string, string, () => void]>([
    ['the log is removed', 'log_gone', () => unlinkSync(file('-wal'))],
    [
      'a copy is in the place of the log',
      'log_gone',
      () => {
        copyFileSync(file('-wal'), file('-copy'));
        renameSync(file('-copy'), file('-wal'));
      },
    ],
    ['the file is removed', 'gone', () => unlinkSync(file())],
    ['the folder is removed', 'gone', () => rmSync(folder(), { recursive: true })],
    [
      'a file is in the place of the folder',
      'gone',
      () => {
        rmSync(folder(), { recursive: true });
        writeFileSync(folder(), 'a file');
      },
    ],
    [
      'a link to itself is in the place of the folder',
      'gone',
      () => {
        rmSync(folder(), { recursive: true });
        symlinkSync(folder(), folder());
      },
    ],
    [
      'a copy is in the place of the folder',
      'gone',
      () => {
        const moved = `${folder()}-moved`;
        renameSync(folder(), moved);
        mkdirSync(folder());
        for (const name of ['', '-wal'])
          copyFileSync(path.join(moved, path.basename(file(name))), file(name));
      },
    ],
  ])('says so when %s', (_what, reason, act) => {
    const { checkWrite, saveLog } = rememberSettled();
    act();
    expect(reasonOf(checkWrite)).toBe(reason);
    expect(saveLog).toHaveBeenCalledTimes(reason === 'log_gone' ? 1 : 0);
  });

  it('believes no time that somebody has set', () => {
    const { checkWrite } = rememberSettled();
    const { atime, mtime } = statSync(folder());
    unlinkSync(file('-wal'));
    utimesSync(folder(), atime, mtime);
    expect(reasonOf(checkWrite)).toBe('log_gone');
  });
});

it('a check of the files needs no time of their folder', () => {
  const { checkWrite, checkFiles } = rememberSettled();
  const before = statSync(folder());
  unlinkSync(file('-wal'));
  vi.mocked(statSync).mockImplementationOnce(() => before as Stats & undefined);
  expect(reasonOf(checkWrite)).toBe('all there');
  expect(reasonOf(checkFiles)).toBe('log_gone');
});
