import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Each kind of database has its schema, migrations and client. `output` is the folder of its client. */
export const databaseKinds = [
  { kind: 'sqlite', output: 'lib/db/generated' },
  { kind: 'postgresql', output: 'lib/db/postgresql/generated' },
];

export const modelsFile = path.join('prisma', 'models.prisma');

export const schemaFile = (kind) => path.join('prisma', kind, 'schema.prisma');

/** Returns the schema of a kind of database: the models, and where Prisma writes the client. */
export function toSchema({ kind, output }, models) {
  return `// scripts/lib/schemas.mjs wrote this file from prisma/models.prisma.

generator client {
  provider      = "prisma-client"
  output        = "../../${output}"
  // For our models, this build of the query compiler is faster than the one called fast, and takes
  // 80 MB less (docs/performance.md).
  compilerBuild = "small"
}

datasource db {
  provider = "${kind}"
}

${models}`;
}

/** Writes the schema of each kind of database within \`root\`. */
export function writeSchemas(root = '.') {
  const models = readFileSync(path.join(root, modelsFile), 'utf8');
  for (const one of databaseKinds)
    writeFileSync(path.join(root, schemaFile(one.kind)), toSchema(one, models));
}
