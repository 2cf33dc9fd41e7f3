import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { serverEntry } from './lib/compile-server.mjs';
import { copyForServing } from './lib/image.mjs';
import { say, stop } from './lib/report.mjs';

/**
 * Runs as `node scripts/make-image.mjs FOLDER` and copies what a running server needs into an empty folder:
 * `node scripts/serve.mjs` starts there. The Dockerfile does this.
 */
const [folder] = process.argv.slice(2);
if (!folder) stop('Name the folder to make: node scripts/make-image.mjs FOLDER');
if (existsSync(folder) && readdirSync(folder).length > 0)
  stop(`${folder} is not empty. Name another folder.`);
if (!existsSync(serverEntry) || !existsSync(path.join('.next', 'countersign-sources')))
  stop('The app is not built yet. Run `npm run build` first.');
await copyForServing(folder);
say(`${folder} has all that a server needs. To start it there: node scripts/serve.mjs`);
