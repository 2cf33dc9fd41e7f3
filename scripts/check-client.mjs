import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runPackage } from './lib/command.mjs';
import { stop } from './lib/report.mjs';

/** Checks that the database client in the repository equals what Prisma writes from the schema. */
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-client-'));
try {
  // Prisma's output depends on the compiler's settings, too.
  for (const file of ['prisma/schema.prisma', 'tsconfig.json', 'package.json'])
    cpSync(file, path.join(folder, file));
  const schema = path.join(folder, 'prisma', 'schema.prisma');
  const { code, output } = await runPackage('prisma', ['generate', `--schema=${schema}`], { quiet: true });
  if (code !== 0) stop(output);
  const written = path.join(folder, 'lib', 'db', 'generated');
  for (const name of readdirSync(written, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const file = path.relative(written, path.join(name.parentPath, name.name));
    const kept = path.join('lib', 'db', 'generated', file);
    if (readFileSync(path.join(written, file), 'utf8') !== readFileSync(kept, 'utf8'))
      stop(
        `${kept} is not what Prisma writes from prisma/schema.prisma. Run \`npm run build\` and commit it.`,
      );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
