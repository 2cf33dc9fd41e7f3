import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { checkedModels } from '../lib/llm/testing/checked-models';
import { type ScriptEntry, startAnsweringServer } from '../lib/llm/testing/scripted-server';

const fromSources = ['--import', 'tsx', 'scripts/check-model.ts'];

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...fromSources, ...args], {
    env: { ...process.env, OPENAI_API_KEY: 'sk-from-environment', OPENAI_HEADERS: '{"X-Team":"blue"}' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

async function checkIn(answer: ScriptEntry, ...more: string[]) {
  const server = await startAnsweringServer(answer, 'chats');
  const result = await run(['--base-url', server.baseUrl, '--model', 'small', ...more]);
  await server.close();
  return { ...result, requests: server.requests };
}

test.each([
  ['good', 0, 'It fits.'],
  ['lost backslashes', 1, 'It works with care.'],
  ['no system role', 2, 'It does not fit.'],
] as const)('a model that is %s ends the command with %i', async (kind, code, words) => {
  const { code: ended, output, requests } = await checkIn(checkedModels[kind]);
  expect(output).toContain(words);
  expect(ended).toBe(code);
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer sk-from-environment',
    'x-team': 'blue',
  });
  expect(output).not.toContain('sk-from');
});

test('the report as JSON is all that is printed', async () => {
  const { output } = await checkIn(checkedModels.good, '--json');
  expect(JSON.parse(output)).toMatchObject({ model: 'small', verdict: 'fits' });
});

test('wrong arguments end it with 3 and the right ones', async () => {
  expect(await run(['--model', 'small'])).toMatchObject({
    code: 3,
    output: expect.stringContaining('Usage: npm run'),
  });
  expect(await run(['--key', 'sk-no'])).toMatchObject({
    code: 3,
    output: expect.stringContaining('Usage: npm run'),
  });
});
