import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeModelTable, withTable } from '../../tests/model-table';

test('docs/models.md has the table that `npx tsx scripts/make-model-table.ts` makes', {
  timeout: 120_000,
}, async () => {
  const page = readFileSync('docs/models.md', 'utf8');
  const table = await makeModelTable();
  expect(withTable(page, table)).toBe(page);
  expect(table.split('\n').filter((row) => row.includes('| completes |')).length).toBeGreaterThan(30);
});
