import Sqlite from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { keepStatements } from './keep-statements';

function openClient(most: number) {
  const driver = new Sqlite(':memory:');
  driver.exec('CREATE TABLE word (text TEXT)');
  const prepared = vi.spyOn(driver, 'prepare');
  const client = keepStatements(driver, most);
  const insert = (text: string) =>
    client.prepare('INSERT INTO word (text) VALUES (?)').bind([text]).run().changes;
  const read = (text: string) =>
    client.prepare('SELECT text FROM word WHERE text = ?').bind([text]).raw().all();
  return { insert, read, prepared };
}

describe('kept statements', () => {
  it('are prepared once, and each use has its own values', () => {
    const { insert, read, prepared } = openClient(2);
    expect([insert('one'), insert('two'), read('two'), read('one'), read('three')]).toEqual([
      1,
      1,
      [['two']],
      [['one']],
      [],
    ]);
    expect(prepared).toHaveBeenCalledTimes(2);
  });

  it('make room: the one that was not used for the longest time is prepared again', () => {
    const { insert, read, prepared } = openClient(1);
    insert('one');
    read('one');
    insert('two');
    insert('three');
    expect(prepared).toHaveBeenCalledTimes(3);
  });
});
