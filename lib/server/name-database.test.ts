import { expect, it } from 'vitest';
import { nameDatabase } from './name-database';

it('names a database without its user and password', () => {
  expect(nameDatabase('file:/data/countersign.db')).toBe('/data/countersign.db');
  expect(nameDatabase('postgresql://ann:secret@host:5433/of%20ann')).toBe(
    'the PostgreSQL database of ann at host:5433',
  );
});

it('takes a % that begins no code as it is', () => {
  expect(nameDatabase('postgresql://ann:secret@host/na%me')).toBe('the PostgreSQL database na%me at host');
});
