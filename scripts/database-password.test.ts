import { describe, expect, it } from 'vitest';
import { withDatabasePassword } from './lib/database-password.mjs';

const beside = (url: string | undefined, password = 'secret\n') =>
  withDatabasePassword({ DATABASE_PASSWORD_FILE: '/secrets/password', DATABASE_URL: url }, () => password);

describe('the password of the database comes from a file', () => {
  it('and stands in the address as the driver reads it, whatever its characters', () => {
    for (const password of ['secret', 'p@ss/w:rd?#', '100%', '%41', 'ß ü', "it's"]) {
      const { DATABASE_URL = '' } = beside('postgresql://me@host:5433/name?sslmode=require', `${password}\n`);
      const address = new URL(DATABASE_URL);
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
    expect(withDatabasePassword({ DATABASE_URL: 'postgresql://me:known@host/name' })).toEqual({});
    expect(withDatabasePassword({ DATABASE_PASSWORD_FILE: '' })).toEqual({});
  });

  it('and an address that cannot take it is refused without showing a password', () => {
    for (const url of [undefined, 'file:/data/a.db', 'postgresql:///name', 'postgresql://host/name'])
      expect(() => beside(url), url).toThrow(/DATABASE_URL/);
    expect(() => beside('postgresql://me:known@host/name')).toThrow(/^(?!.*known).*no password/);
  });

  it('and a file that is empty or missing is named', () => {
    expect(() => beside('postgresql://me@host/name', '\n')).toThrow('/secrets/password');
    const missing = { DATABASE_PASSWORD_FILE: '/no/such', DATABASE_URL: 'postgresql://me@host/name' };
    expect(() => withDatabasePassword(missing)).toThrow(/\/no\/such.*ENOENT/);
  });
});
