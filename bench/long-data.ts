import { readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillConversation } from '../lib/db/testing/fill-conversation';
import { fillPending } from '../lib/db/testing/fill-pending';
import { fillSearchTexts, fillUsage } from '../lib/db/testing/fill-rows';
import { localActor } from '../lib/domain/actor';
import { openRoutes } from '../tests/open-routes';
import { openServices } from '../tests/open-services';
import { figure, median } from './figure';
import { startModelServer, toCall, toTask } from './model';

/**
 * Measures how long heavy work keeps the event loop busy in one piece: the most processor time that the first
 * thread used between two turns of its loop (Linux only). The routes answer in this process.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-long-'));
const at = (...names: string[]) => path.join(folder, ...names);
const put = (name: string, text: string) => writeFile(at('workspace', name), text);
const lines = (count: number, toLine: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${toLine(index)}\n`).join('');
await Promise.all(['data', 'workspace', 'workflows'].map((name) => mkdir(at(name))));

const words = (bytes: number) => 'Some words of an answer. '.repeat(Math.ceil(bytes / 25)).slice(0, bytes);
const kilobyte = 1_024;
const database = at('data', 'countersign.db');
const long = await fillConversation(database, { runs: 1_000, text: words(500) });
const worked = await fillConversation(database, { runs: 20, steps: 100, text: words(16 * kilobyte) });
fillUsage(database, 3);
fillSearchTexts(database, 5_000, 32 * kilobyte);

const server = await startModelServer();
await writeFile(at('workflows', 'free-request.md'), readFileSync('workflows/free-request.md'));
Object.assign(process.env, {
  DATA_DIR: at('data'),
  WORKSPACE_DIR: at('workspace'),
  WORKFLOWS_DIR: at('workflows'),
  OPENAI_BASE_URL: server.baseUrl,
  OPENAI_MODEL: 'bench',
  LOG_FORMAT: 'json',
});
const send = openRoutes(process.cwd());
// biome-ignore lint/suspicious/noExplicitAny: the benchmark knows the shape of each answer
const ask = async (method: string, address: string, body?: unknown): Promise<any> =>
  (await send(method, address, body)).json;
const get = (address: string) => () => ask('GET', address);

await measureStored();
await measureFiles();
await measureSignature();
await measureReplies();
await measureInput();
await measureRemovals();
server.close();
// The routes have no end of their own. The server would end itself when its folder is gone, so that goes last.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('disconnect', () => process.exit());
process.disconnect();

async function measureStored(): Promise<void> {
  const days = (count: number) => `days=${count}&timeZone=Europe/Berlin`;
  await measure('usage of 90 days, 26,000 rows', get(`/api/usage?${days(90)}`));
  await measure('… of 30 days', get(`/api/usage?${days(30)}`));
  await measure('… of 90 days as CSV', get(`/api/usage/export?${days(90)}`));
  await measure('search in 160 MB of conversations, no match', get('/api/conversations?search=needle'));
  await measure('… the oldest alone matches', get('/api/conversations?search=oldest+one'));
  await measure('first page of a conversation of 1,000 runs', get(`/api/conversations/${long}`));
  await measure('… its export', get(`/api/conversations/${long}/export?format=json`));
  await measure('20 runs of 100 steps of 16 KB: the page', get(`/api/conversations/${worked}`));
  await measure('… a new message', async () => {
    await ask('POST', `/api/conversations/${worked}/messages`, { text: toTask('lookup', 0) });
    await untilSettled();
  });
}

async function measureFiles(): Promise<void> {
  await put(
    'noise.txt',
    lines(100_000, () => `${Math.floor(Math.random() * 50)}`),
  );
  await put(
    'large.txt',
    lines(200_000, (index) => `line ${index} of a file of ten megabytes, in words`),
  );
  await put(
    'five.txt',
    lines(100_000, (index) => `line ${index} of a file of five megabytes, or so`),
  );
  await put('breaks.txt', '\n'.repeat(5_000_000));
  const perFolder = 100;
  for (let index = 0; index < 20_000; index += 1) {
    const inside = at('workspace', 'notes', String(Math.floor(index / perFolder)));
    if (index % perFolder === 0) await mkdir(inside, { recursive: true });
    await writeFile(path.join(inside, `${index}.md`), `# Note\n${'some words in a line\n'.repeat(20)}`);
  }
  const edit = (path: string, old_text: string, new_text: string, replace_all = true) =>
    toCall('edit_file', { path, old_text, new_text, replace_all });
  const command = 'head -c 200000000 /dev/zero | tr "\\0" "a\\n"';
  for (const [name, request] of Object.entries({
    'diff of 100,000 lines, the worst texts': edit('noise.txt', '3\n', '4\n'),
    'edit of 5 MB that has no such text': edit('five.txt', 'line 7 of another file', 'x'),
    'edit of each "e" of 5 MB': edit('five.txt', 'e', 'x'),
    'edit of one of 5 MB of line breaks': edit('breaks.txt', '\n', 'x', false),
    'search through 20,000 files': toCall('search_files', { query: 'needle', path: 'notes' }),
    'search in one file of 5 MB': toCall('search_files', { query: 'e', path: 'five.txt' }),
    'list of 20,000 files': toCall('list_files', { path: 'notes', recursive: true }),
    'read_file of 5 MB': toCall('read_file', { path: 'five.txt' }),
    'a command that prints 200 MB': toCall('run_command', { command }),
  }))
    await measure(name, async () => {
      await start(request);
      if (name.startsWith('a command')) await approve();
    });
  await measure('preview of a file of 10 MB', get('/api/files?path=large.txt'));
}

/** Follows a signature over a large change. */
async function measureSignature(): Promise<void> {
  const change = { path: 'half.txt', old_text: 'odd', new_text: 'new', replace_all: true };
  let runId = '';
  await measure('diff of 100,000 lines, every second one: asked for', async () => {
    await put(
      'half.txt',
      lines(100_000, (index) => `line ${index} is ${index % 2 ? 'odd' : 'even'}`),
    );
    runId = await start(toCall('edit_file', change));
  });
  const { header } = await ask('GET', `/api/runs/${runId}`);
  await measure('… shown to a person', get(`/api/approvals/${header.approvalId}`));
  await measure('… approved and done', approve, 1);
  await measure('… its run', get(`/api/runs/${runId}`));
}

/** These texts take the reader or the text gate longest, or are longer than any reply that it reads. */
async function measureReplies(): Promise<void> {
  let runId = '';
  await measure('a run whose answer of 1 MB streams', async () => {
    runId = await start('Say much.');
  });
  await measure('… its run', get(`/api/runs/${runId}`));
  const json = '{"id": 1, "name": "some words", "ok": true}\n';
  for (const unit of ['{', '{"tool": "/*\n', '</think>', '<a>\n', json, '漢字とかな交じり文。\n', '"\\\n']) {
    const text = JSON.stringify(unit);
    await measure(`a reply of 2 MB of ${text.slice(0, 20)}`, () =>
      start(`Repeat ${text} to 2000000 characters`),
    );
  }
  for (const unit of ['Some words.\n', '漢字。\n', '"\\\n']) {
    const length = Math.floor(1_000_000 / Buffer.byteLength(unit)) * unit.length;
    await measure(`a call that writes 1 MB of ${JSON.stringify(unit)}`, () =>
      start(`Write ${JSON.stringify(unit)} to ${length} characters`),
    );
  }
}

async function measureInput(): Promise<void> {
  const numbers = Array.from({ length: 500_000 }, () => 1);
  await measure('a body of 500,000 numbers', () =>
    ask('POST', `/api/conversations/${long}/messages`, { text: '😀', numbers }),
  );
  const keys = Array.from({ length: 20_000 }, (_, index) => index.toString(36)).join();
  for (const [name, yaml] of Object.entries({
    brackets: '}'.repeat(64_000),
    'the same key': 'a: }\n'.repeat(20_000),
    keys: `{${keys}`,
    escapes: `a: "${'\\q'.repeat(32_000)}`,
  })) {
    await measure(`a workflow file of 64 KB of ${name}`, async () => {
      await writeFile(at('workflows', 'odd.md'), `---\n${yaml.slice(0, 64_000)}\n---\n`);
      await ask('GET', '/api/workflows');
    });
  }
}

/** A removal works only once. */
async function measureRemovals(): Promise<void> {
  for (const [name, content, pending] of [
    ['32 MB', { runs: 20, steps: 100, text: words(16 * kilobyte) }, 0],
    ['1,000 small runs', { runs: 1_000, steps: 2, text: words(500) }, 0],
    ['a conversation beside 20,000 requests', { runs: 1, steps: 2, text: words(500) }, 20_000],
  ] as const) {
    const { services, close } = await openServices();
    const file = path.join(services.installation.folders.data, 'data.db');
    if (pending > 0) await fillPending(file, pending);
    const id = await fillConversation(file, content);
    const remove = async () => {
      await services.conversations.remove(id, localActor);
      await services.conversations.purge(new Date(Date.now() + 1_000));
    };
    await measure(`removal of ${name}`, remove, 1);
    await close();
  }
}

async function start(request: string): Promise<string> {
  const { runId } = await ask('POST', '/api/workflows/free-request/runs', { parameters: { request } });
  await untilSettled();
  return runId as string;
}

async function approve(): Promise<void> {
  const { id } = (await ask('GET', '/api/approvals')).approvals[0];
  const { digest } = await ask('GET', `/api/approvals/${id}/state`);
  await ask('POST', `/api/approvals/${id}/decision`, { decision: 'approve', digest });
  await untilSettled();
}

async function untilSettled(): Promise<void> {
  while ((await ask('GET', '/api/health')).activeRuns > 0) await sleep(20);
}

async function measure(name: string, work: () => Promise<unknown>, rounds = 3): Promise<void> {
  const pieces: number[] = [];
  for (let round = 0; round < rounds; round += 1) pieces.push(await longestPieceOf(work));
  figure(name, median(pieces), 'ms', { most: 50 });
}

async function longestPieceOf(work: () => Promise<unknown>): Promise<number> {
  /** Linux writes the processor time of this process's first thread here. That thread has the event loop. */
  const usedMs = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  await sleep(10);
  let [last, longest] = [usedMs(), 0];
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  await sleep(10);
  clearInterval(timer);
  return longest;
}
