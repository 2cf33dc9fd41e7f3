import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const script = `
  import { createServer } from 'node:http';
  import { endOnSignal } from './lib/server/end-on-signal.ts';
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    endOnSignal([server], { drainMs: 1_000, hasLauncher: false });
    process.stdout.write('ready');
  });
`;

it('a server that gets SIGUSR1 opens no inspector, and still ends on SIGTERM', async () => {
  const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  let said = '';
  server.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await once(server.stdout, 'data');
  server.kill('SIGUSR1');
  while (!said.includes('SIGUSR1') && !said.includes('Debugger')) await once(server.stderr, 'data');
  server.kill('SIGTERM');
  const [code] = await once(server, 'close');
  expect([code, said.includes('The inspector stays closed.'), said.includes('Debugger')]).toEqual([
    0,
    true,
    false,
  ]);
});
