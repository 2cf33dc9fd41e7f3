import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const files = {
  'package.json': '{ "type": "module" }',
  // The packages belong to the checkout, which is elsewhere.
  'next.config.mjs': "export default { turbopack: { root: '/' } };",
  'app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>;',
  'app/api/empty/route.js':
    "export const dynamic = 'force-dynamic';\nexport const GET = async () => Response.json({});\n",
  'serve.mjs': `import { createServer } from 'node:http';
import next from 'next';
const app = next({ dev: false });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => process.send(\`http://127.0.0.1:\${server.address().port}/api/empty\`));
process.on('disconnect', () => process.exit(0));
`,
};

export type EmptyRoute = { url: string; pid: number; close(): Promise<void> };

/** Builds and serves a route that answers `{}`. It shows what a request costs in the framework alone. */
export async function serveEmptyRoute(): Promise<EmptyRoute> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-empty-'));
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const next = path.resolve('node_modules', 'next', 'dist', 'bin', 'next');
  const build = start(folder, [next, 'build']);
  const code = await new Promise((resolve) => build.once('exit', resolve));
  if (code !== 0) throw new Error(`The empty route was not built: Next ended with ${code}`);
  const server = start(folder, ['serve.mjs']);
  const url = await new Promise<string>((resolve, reject) => {
    server.once('message', (message) => resolve(String(message)));
    server.once('exit', (ended) => reject(new Error(`The empty route ended with ${ended}`)));
  });
  return {
    url,
    pid: server.pid ?? 0,
    async close() {
      server.disconnect();
      await rm(folder, { recursive: true });
    },
  };
}

function start(folder: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
}
