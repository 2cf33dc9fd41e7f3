import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { say, stop } from './lib/report.mjs';

/**
 * Runs as `node scripts/write-secrets.mjs FILE…` and writes 32 random bytes, as hexadecimal digits, to each
 * file that is not there yet. Only its owner can read it. The servers of one database start after this.
 */
const files = process.argv.slice(2);
if (files.length === 0) stop('Name the files to write: node scripts/write-secrets.mjs FILE…');
for (const file of files) {
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    say(`Wrote a new secret to ${file}. Keep a copy of it.`);
  } catch (error) {
    if (error.code !== 'EEXIST') stop(`${file} cannot be written: ${error.message}`);
    say(`${file} has its secret already.`);
  }
}
