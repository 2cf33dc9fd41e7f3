import '../logging/testing/quiet-log';
import { expect, it, vi } from 'vitest';
import { DamagedFile, DatabaseUnavailable } from '../db/ports/database-unavailable.port';
import { log } from '../logging/log';
import { reportFailure } from './report-failure';

it('a loop logs what it throws, but no outage and no damage of the database', () => {
  const lines = vi.spyOn(log, 'error').mockImplementation(() => {});
  const report = reportFailure('The loop failed');
  const others = [
    new Error('a bug'),
    new DatabaseUnavailable('closed', 'read'),
    new DatabaseUnavailable('crowded', 'write'),
  ];
  const told = [new DatabaseUnavailable('unreachable', 'read'), new DamagedFile('read')];
  for (const error of [...told, ...others]) report(error);
  expect(lines.mock.calls).toEqual(others.map((err) => [{ err }, 'The loop failed']));
});
