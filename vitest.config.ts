import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const tests = ['{lib,app,tests}/**/*.test.{ts,tsx}'];
/** These tests open databases, run commands, or replace a module of Node. */
const withProcessOfTheirOwn = [
  '**/*.db.test.ts',
  'scripts/**/*.test.ts',
  'lib/accounts/password.test.ts',
  'lib/db/sqlite/file-identity.test.ts',
];

/** `npm run test:all` has these. `npm test` leaves them out. They may take ten times as long. */
const long = ['**/*.long.*'];

/** With this, the database tests run on PostgreSQL. */
const isOnPostgresql = process.env['COUNTERSIGN_TEST_DATABASE'] === 'postgresql';
/**
 * Such a file is about one kind of database: it opens one itself, names the file of SQLite, fills it, or runs a
 * command or an older build beside it.
 */
const aboutOneKind =
  /better-sqlite3|\/sqlite\/|testing\/postgresql|countersign\.db|testing\/set-pragma|\/maintain-command'|older-database\.contract/;
const findThoseOfOneKind = () =>
  ['lib', 'app', 'tests']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.db.test.ts') && aboutOneKind.test(readFileSync(file, 'utf8')));
const onPostgresql = () => ({
  extends: true as const,
  test: {
    name: 'postgresql',
    include: ['{lib,app,tests}/**/*.db.test.ts'],
    exclude: [
      'lib/db/{sqlite,postgresql,moving,upkeep}/**',
      '**/damaged-*',
      ...findThoseOfOneKind(),
      ...long,
    ],
    globalSetup: 'lib/db/testing/serve-postgresql.ts',
    setupFiles: 'lib/db/testing/on-postgresql.ts',
  },
});

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    environment: 'node',
    globalSetup: 'scripts/lib/test-folder.mjs',
    // Vitest leaves one core free by default, which is half of the smallest machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A suite with a forgotten `.only`, or with a test that checks nothing, must not pass.
    allowOnly: false,
    expect: { requireAssertions: true },
    // Generated tests read `GENERATED_RUNS` times as much, so they take that many times as long.
    testTimeout: 30_000 * Math.max(1, Number(process.env['GENERATED_RUNS'] ?? 1)),
    hookTimeout: 30_000,
    projects: isOnPostgresql
      ? [onPostgresql()]
      : [
          // Most tests keep nothing outside themselves, so files share a process. With a process for each file,
          // half of their time would go into loading the code.
          {
            extends: true,
            test: {
              name: 'shared',
              include: tests,
              exclude: [...withProcessOfTheirOwn, ...long],
              isolate: false,
            },
          },
          { extends: true, test: { name: 'isolated', include: withProcessOfTheirOwn, exclude: long } },
          {
            extends: true,
            test: {
              name: 'long',
              include: ['{lib,app,tests,scripts}/**/*.long.*.{ts,tsx}'],
              testTimeout: 30_000 * 10,
            },
          },
        ],
  },
});
