/** Writes the table of docs/models.md, which says what works with which kind of model server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { makeModelTable, withTable } from '../tests/model-table';

const page = 'docs/models.md';
writeFileSync(page, withTable(readFileSync(page, 'utf8'), await makeModelTable()));
