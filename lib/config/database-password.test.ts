import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config';
import { readDatabasePassword } from './database-password';

const beside = (url: string | undefined, password = 'secret\n') =>
  readDatabasePassword({ DATABASE_PASSWORD_FILE: '/secrets/password', DATABASE_URL: url }, () => password);
const findProblem = (read: ReturnType<typeof readDatabasePassword>) =>
  'problem' in read ? read.problem : '';

describe('the password of the database comes from a file', () => {
  it('and stands in the address as the driver reads it, whatever its characters', () => {
    for (const password of ['secret', 'p@ss/w:rd?#', '100%', '%41', 'ß ü', "it's"]) {
      const read = beside('postgresql://me@host:5433/name?sslmode=require', `${password}\n`);
      const address = new URL('DATABASE_URL' in read ? (read.DATABASE_URL ?? '') : '');
      expect(decodeURIComponent(address.password)).toBe(password);
      expect([address.username, address.host, address.pathname, address.search]).toEqual([
        'me',
        'host:5433',
        '/name',
        '?sslmode=require',
      ]);
    }
  });

  it('and without the file, the settings stay as they are', () => {
    expect(readDatabasePassword({ DATABASE_URL: 'postgresql://me:known@host/name' })).toEqual({});
    expect(readDatabasePassword({ DATABASE_PASSWORD_FILE: '' })).toEqual({});
  });

  it('and an address that cannot take it is refused without showing a password', () => {
    for (const url of [undefined, 'file:/data/a.db', 'postgresql:///name', 'postgresql://host/name'])
      expect(findProblem(beside(url)), url).toMatch(/DATABASE_URL/);
    expect(findProblem(beside('postgresql://me:known@host/name'))).toMatch(/^(?!.*known).*no password/);
  });

  it('and a file that is empty or missing is named', () => {
    expect(findProblem(beside('postgresql://me@host/name', '\n'))).toContain('/secrets/password');
    const missing = { DATABASE_PASSWORD_FILE: '/no/such', DATABASE_URL: 'postgresql://me@host/name' };
    expect(findProblem(readDatabasePassword(missing))).toMatch(/\/no\/such.*ENOENT/);
  });

  it('whichever command reads the settings', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-password-'));
    try {
      const file = path.join(folder, 'password');
      const settings = { DATABASE_PASSWORD_FILE: file, DATABASE_URL: 'postgresql://me@host/name' };
      expect(() => loadConfig(settings)).toThrow(ConfigError);
      expect(() => loadConfig(settings)).toThrow('DATABASE_PASSWORD_FILE');
      writeFileSync(file, 'secret\n');
      expect(loadConfig(settings).databaseUrl).toBe('postgresql://me:secret@host/name');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
