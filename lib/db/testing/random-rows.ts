import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Table, tableKeys, tables } from '../moving/table-keys';
import type { Row } from '../moving/table-rows';

type Field = { name: string; type: string; isOptional: boolean; isUnique: boolean };
type Model = { fields: Field[]; parents: Map<string, Table> };

/** Has random values of each type of column, in the range that every database holds. */
const values: Record<string, fc.Arbitrary<unknown>> = {
  String: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll('\0', '')),
  Int: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e6 }),
  Boolean: fc.boolean(),
  DateTime: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
};

/** Returns rows of every table, with random values, whose foreign keys lead to rows. */
export function randomRows(schemaFile: string, mostRows: number): fc.Arbitrary<Record<Table, Row[]>> {
  const models = readModels(schemaFile);
  return fc.infiniteStream(fc.nat()).chain((numbers) => {
    const counts = Object.fromEntries(
      tables.map((table) => [table, 1 + ((numbers.next().value ?? 0) % mostRows)]),
    ) as Record<Table, number>;
    const all = tables.map((table) =>
      fc.array(rowOf(models.get(table)), { minLength: counts[table], maxLength: counts[table] }),
    );
    return fc.tuple(...all).map((drawn) => {
      const rows = {} as Record<Table, Row[]>;
      tables.forEach((table, index) => {
        rows[table] = connect(table, models.get(table), drawn[index] ?? [], rows);
      });
      return rows;
    });
  });
}

function rowOf(model: Model | undefined): fc.Arbitrary<Row> {
  const columns = (model?.fields ?? []).map(({ name, type, isOptional }) => {
    const value = values[type] ?? fc.constant(null);
    return [name, isOptional ? fc.option(value) : value] as const;
  });
  return fc.record(Object.fromEntries(columns));
}

/** Gives each row a key of its own, and the keys of its parents. */
function connect(
  table: Table,
  model: Model | undefined,
  drawn: Row[],
  rows: Partial<Record<Table, Row[]>>,
): Row[] {
  const keys: readonly string[] = tableKeys[table];
  const lastKey = keys.at(-1) ?? '';
  const taken = new Set<unknown>();
  const connected: Row[] = [];
  drawn.forEach((row, index) => {
    for (const { name, type, isUnique } of model?.fields ?? []) {
      if (type !== 'String') continue;
      if (isUnique || name === lastKey) row[name] = `${index}_${table}`;
      // Several rows share the beginning of a key of two columns.
      else if (keys.includes(name)) row[name] = `${index % 7}_${table}`;
    }
    for (const [column, parent] of model?.parents ?? []) {
      const parents = rows[parent] ?? [];
      row[column] = parents[index % parents.length]?.[tableKeys[parent][0]];
    }
    const unique = (model?.fields ?? []).filter(({ isUnique }) => isUnique).map(({ name }) => [name]);
    const names = [keys, ...unique].map((columns) =>
      JSON.stringify(columns.map((name) => [name, row[name]])),
    );
    if (names.some((name) => taken.has(name))) return;
    for (const name of names) taken.add(name);
    connected.push(row);
  });
  return connected;
}

/** Reads the columns of each model, and to which table its foreign keys lead. */
function readModels(schemaFile: string): Map<string, Model> {
  const text = readFileSync(schemaFile, 'utf8');
  const models = new Map<string, Model>();
  for (const [, name = '', body = ''] of text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const fields: Field[] = [];
    const parents = new Map<string, Table>();
    for (const line of body.split('\n')) {
      const [, field = '', type = '', mark] = /^ {2}(\w+) +(\w+)(\?|\[\])?/.exec(line) ?? [];
      const parent = /@relation\(fields: \[(\w+)\]/.exec(line)?.[1];
      if (parent) parents.set(parent, type as Table);
      else if (type in values)
        fields.push({ name: field, type, isOptional: mark === '?', isUnique: /@id|@unique/.test(line) });
    }
    models.set(name, { fields, parents });
  }
  return models;
}
