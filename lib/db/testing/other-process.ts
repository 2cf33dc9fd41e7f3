import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const script = `
const Sqlite = require('better-sqlite3');
const other = new Sqlite(process.argv[1]);
process.stdin.on('data', (line) => {
  other.exec(String(line).startsWith('hold') ? 'BEGIN IMMEDIATE' : 'COMMIT');
  console.log('done');
}).on('end', () => process.exit());
`;

/** Opens a second process that holds SQLite's write lock on `file` on command. */
export function openOtherProcess(file: string) {
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface(child.stdout);
  const tell = async (word: string) => {
    child.stdin.write(`${word}\n`);
    await once(answers, 'line');
  };
  return {
    hold: () => tell('hold'),
    release: () => tell('release'),
    async end() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
