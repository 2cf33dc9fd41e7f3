import { expect, test } from 'vitest';
import { findWriteEffects } from './lib/find-write-effects.mjs';

const inFile = (lines: string) =>
  findWriteEffects(
    'lib/db/stores/probe.ts',
    `import { rm } from 'node:fs/promises';\nimport { log } from 'log';\n${lines}`,
  );
const inWrite = (body: string) =>
  inFile(`const seen = [];\nlet count = 0;\nawait database.write(async (transaction) => {\n${body}\n});`);

test.each([
  ['try { await transaction.run.create({}); } catch { return null; }', 'catches no error'],
  ['await transaction.run.create({}).catch(() => {});', 'catches no error'],
  ['for (const row of await transaction.run.findMany()) seen.push(row);', 'must not change seen'],
  ['count += 1;', 'must not change count'],
  ['count++;', 'must not change count'],
  ['const add = () => { seen.last = 1; };', 'must not change seen.last'],
  ['delete seen[0];', 'must not change seen'],
  ['await transaction.run.create({}); publishChange(1);', 'must not call publishChange'],
  ['live.publish(1);', 'must not call live.publish'],
  ['log.warn("Done");', 'must not call log.warn'],
  ['setTimeout(() => {}, 1);', 'must not call setTimeout'],
  ['await Promise.all([transaction.run.count(), rm("x")]);', 'must not call rm'],
  ['await rm("x");', 'waits only for its own statements'],
  ['await fetch("http://localhost");', 'must not call fetch'],
  ['return read.run.findMany();', 'must not call read.run.findMany'],
  ['await write(async (other) => other.run.count());', 'must not call write'],
  ['console.log("x");', 'must not call console.log'],
  ['const text = console.table([]); return text;', 'must not call console.table'],
  ['onDone();', 'must not call onDone'],
  ['await transaction.run.count().then(() => { onDone(); });', 'must not call onDone'],
  ['mailer.deliver("x");', 'must not call mailer.deliver'],
  ['void axios.post("x");', 'must not call axios.post'],
  ['live["publish"](1);', 'must not call live["publish"]'],
  ['await transaction.run.create({}).then(undefined, () => null);', 'catches no error'],
  ['await Promise.allSettled([transaction.run.count()]);', 'catches no error'],
  ['return Promise.any([transaction.run.count()]);', 'catches no error'],
])('the check refuses %s in a transaction', (body, words) => {
  expect(inWrite(body).join('\n')).toContain(words);
});

test.each([
  ['of a destructured transaction', 'write(async ({ run }) => { try { await run.count(); } catch {} });'],
  [
    'handed on by a function of the file',
    'const change = (work: (transaction: WriteTransaction) => Promise<void>) => write(work);\nchange(async (tables) => { seen.push(1); });',
  ],
  [
    'of a function with a transaction',
    'async function add(transaction: Pick<WriteTransaction, "run">, all: string[]) { all.push("x"); }',
  ],
  [
    'of a type that stands for one',
    'type Tables = Pick<WriteTransaction, "run">;\nconst add = async (tables: Tables) => { log.info("x"); };',
  ],
  ['in a variable', 'const work = async (tables) => { log.info("x"); };\ndatabase.write(work);'],
  ['in a function', 'async function work(tables) { log.info("x"); }\nwrite(work, {});'],
  ['in another call', 'write(wrap(async (tables) => { log.info("x"); }));'],
  ['of write by a string', 'database["write"](async (tables) => { log.info("x"); });'],
  ['of write by another name', 'const save = database.write;\nsave(async (tables) => { log.info("x"); });'],
  [
    'of a bound write',
    'const save = database.write.bind(database);\nsave(async (tables) => { log.info("x"); });',
  ],
  [
    'of a destructured write by another name',
    'const { write: save } = database;\nsave(async (tables) => { log.info("x"); });',
  ],
])('the check knows the work %s', (_, lines) => {
  expect(inFile(lines)).toHaveLength(1);
});

test('the check accepts what stays in the transaction, and what stands around it', () => {
  const body = `const rows = await transaction.run.findMany();
    const ids = new Set();
    let last = null;
    for (const { id } of rows) { ids.add(id); last = id; }
    await Promise.all(rows.map((row) => transaction.run.update(toChange(row))));
    if (!last) throw new Error('There is none');
    requireRows(rows);
    await addAuditEntry(transaction, rows);
    await Promise.all(rows.map((row) => transaction.run.create(row))).then((all) => all.length);
    return [...ids].toSorted();`;
  expect(inWrite(body)).toEqual([]);
  expect(inFile(`try { await write(({ run }) => run.count()); } catch (error) { log.warn(error); }`)).toEqual(
    [],
  );
  const others =
    'const next = async () => { log.info("x"); };\nconst { work } = { work() { seen.push(1); } };';
  expect(inFile(`${others}\nwrite(work);\nresponse.write(wrap(async () => { seen.push(1); }));`)).toEqual([]);
  expect(inFile('response.write(async () => { seen.push(1); });')).toEqual([]);
});
