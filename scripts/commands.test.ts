import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test.each([
  ['check-model', 'Say: npm run'],
  ['maintain', 'There is no command nothing.'],
])('the command %s is never older than its sources', async (name, words) => {
  await mkdir(`dist/${name}`, { recursive: true });
  await writeFile(`dist/${name}/${name}.mjs`, "console.log('older');");
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [`scripts/${name}.mjs`, 'nothing'], (_error, out, err) => resolve(out + err)),
  );
  expect(output).toContain(words);
});
