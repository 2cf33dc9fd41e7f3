import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runPackage } from './lib/command.mjs';
import { stop } from './lib/report.mjs';
import { databaseKinds, modelsFile, schemaFile, writeSchemas } from './lib/schemas.mjs';

/** Checks that schemas and database clients in the repository equal what is written from the models. */
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-client-'));
try {
  // Prisma's output depends on the compiler's settings, too.
  for (const file of [modelsFile, 'tsconfig.json', 'package.json']) cpSync(file, path.join(folder, file));
  for (const { kind } of databaseKinds)
    mkdirSync(path.dirname(path.join(folder, schemaFile(kind))), { recursive: true });
  writeSchemas(folder);
  for (const { kind } of databaseKinds) {
    const schema = path.join(folder, schemaFile(kind));
    const { code, output } = await runPackage('prisma', ['generate', `--schema=${schema}`], { quiet: true });
    if (code !== 0) stop(output);
  }
  const written = readdirSync(path.join(folder, 'lib'), { recursive: true, withFileTypes: true });
  const files = written.flatMap((entry) =>
    entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name))] : [],
  );
  for (const file of [...databaseKinds.map(({ kind }) => schemaFile(kind)), ...files]) {
    if (readFileSync(path.join(folder, file), 'utf8') !== readFileSync(file, 'utf8'))
      stop(`${file} is not what is written from ${modelsFile}. Run \`npm run build\` and commit it.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
