import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createRunStore } from '../lib/db/ledger/run-store';
import { openSqlite } from '../lib/db/sqlite/open-sqlite';
import { writeRuns } from '../lib/db/testing/write-runs';
import { localActor } from '../lib/domain/actor';
import type { Run } from '../lib/domain/run';
import { parseBodyText } from '../lib/http/parse-body-text';
import { parseReply } from '../lib/replies/parse-reply';
import { startApp } from '../lib/server/app';
import { AppError } from '../lib/shared/app-error';
import type { RunId } from '../lib/shared/ids';
import { getConversation } from '../lib/use-cases/conversations';
import { decideApproval } from '../lib/use-cases/decide-approval';
import { exportConversation } from '../lib/use-cases/export-conversation';
import { getApproval, getApprovalState } from '../lib/use-cases/get-approvals';
import { getCallDetail, getRun } from '../lib/use-cases/get-run';
import { openFile } from '../lib/use-cases/open-file';
import { startWorkflowRun } from '../lib/use-cases/start-workflow-run';
import { parseWorkflow } from '../lib/workflow-files/parse-workflow';
import { measureStall } from './stalls/measure-stall';
import { hostileReplies, written } from './stalls/replies';
import { startModelServer, toTask } from './step/job';

/**
 * Measures how long heavy work keeps the event loop busy in one piece: `npx tsx bench/stalls.ts [name …]`.
 * Each row is one kind of work through the complete application, without HTTP. It shows the most processor
 * time of the loop between two turns (bar: 50 ms), the longest delay of a turn, and the time of all the work.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-stalls-'));
const at = (...names: string[]) => path.join(folder, ...names);
const put = (name: string, text: string) => writeFile(at('workspace', name), text);
await Promise.all([mkdir(at('workspace')), mkdir(at('workflows'))]);
const workflow = `---
id: stalls
title: Stalls
category: Reading
icon: file-text
description: Whatever the task says.
parameters:
  - name: task
    label: Task
    type: text
    required: true
tools: [edit_file, read_file, write_file]
---
{{ task }}
`;
await writeFile(at('workflows', 'stalls.md'), workflow);
const server = await startModelServer();

const app = await startApp({
  environment: {
    DATA_DIR: at('data'),
    WORKSPACE_DIR: at('workspace'),
    WORKFLOWS_DIR: at('workflows'),
    OPENAI_BASE_URL: server.baseUrl,
    OPENAI_MODEL: 'bench',
    AGENT_TIMEOUT_MS: '600000',
  },
});
const { services } = app;
const { signal } = new AbortController();
const prepare = (tool: string, parameters: Record<string, string | boolean>) =>
  services.toolbox.prepare({ tool, parameters, listed: [tool] });
const execute = (tool: string, parameters: Record<string, string | boolean>) =>
  services.toolbox.execute({ tool, parameters, targetFingerprint: null }, signal);

const lines = (count: number, toLine: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${toLine(index)}\n`).join('');
await put(
  'half.txt',
  lines(100_000, (index) => `line ${index} is ${index % 2 ? 'odd' : 'even'}`),
);
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
const perFolder = 100;
for (let index = 0; index < 20_000; index += 1) {
  const inside = at('workspace', 'notes', String(Math.floor(index / perFolder)));
  if (index % perFolder === 0) await mkdir(inside, { recursive: true });
  await writeFile(path.join(inside, `${index}.md`), `# Note\n${'some words in a line\n'.repeat(20)}`);
}
const half = { path: 'half.txt', old_text: 'odd', new_text: 'new', replace_all: true };
const megabyte = 'A line of what is written, with some words.\n'.repeat(23_000);
const noise = lines(100_000, () => `${Math.floor(Math.random() * 50)}`);

await measure('diff of 100,000 lines, every second changed', () => prepare('edit_file', half));
await measure('diff of 100,000 lines, the worst texts', () =>
  prepare('write_file', { path: 'noise.txt', content: noise, overwrite: true }),
);
await measure('edit of a file of 5 MB that has no such text', () =>
  prepare('edit_file', { path: 'five.txt', old_text: 'line 7 of another file', new_text: 'x' }),
);
await measure('edit of a file of 5 MB where the text is everywhere', () =>
  prepare('edit_file', { path: 'five.txt', old_text: ' ', new_text: 'x' }),
);
await measure('edit of each "e" in a file of 5 MB', () =>
  prepare('edit_file', { path: 'five.txt', old_text: 'e', new_text: 'x', replace_all: true }),
);
await put('breaks.txt', '\n'.repeat(5_000_000));
await measure('edit of 5 MB of line breaks', () =>
  prepare('edit_file', { path: 'breaks.txt', old_text: '\n', new_text: 'x' }),
);
await measure('write of 1 MB', () => prepare('write_file', { path: 'new.txt', content: megabyte }));
await measureSignature();
await measure('search through 20,000 files', () =>
  execute('search_files', { query: 'needle', path: 'notes' }),
);
await measure('search in one file of 5 MB', () => execute('search_files', { query: 'e', path: 'five.txt' }));
await measure('search for a rare word in one file of 5 MB', () =>
  execute('search_files', { query: 'line 99999', path: 'five.txt' }),
);
await measure('list of 20,000 files', () => execute('list_files', { path: 'notes', recursive: true }));
await measure('read_file of 5 MB', () => execute('read_file', { path: 'five.txt' }));
await measure('preview of a file of 10 MB', () => openFile(services, localActor, { path: 'large.txt' }));
await measure('a command that prints 200 MB', () =>
  execute('run_command', { command: 'head -c 200000000 /dev/zero | tr "\\0" "a\\n"' }),
);
await measureResult();
await measureConversation();
await measureReplies();
await measureInput();

await app.shutDown();
server.close();
await rm(folder, { recursive: true });
console.log(`Load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`);

/**
 * Follows a signature over a large change: the tool asks, the app shows the request, the person decides, the
 * tool runs.
 */
async function measureSignature(): Promise<void> {
  const runs: Run[] = [];
  await measure('… asked for a signature', async () => {
    await put(
      'half.txt',
      lines(100_000, (index) => `line ${index} is ${index % 2 ? 'odd' : 'even'}`),
    );
    runs.push(await startAndWait(toTask('edit_file', 1)));
  });
  const approvalId = (run: Run) => {
    if (run.state.status !== 'awaiting_approval') throw new Error(`The run is ${run.state.status}`);
    return run.state.approvalId;
  };
  const last = runs.at(-1) as Run;
  await measure('… shown to a person, as JSON', async () =>
    JSON.stringify(await getApproval(services, localActor, { approvalId: approvalId(last) })),
  );
  const { digest } = await getApprovalState(services, localActor, { approvalId: approvalId(last) });
  await measure(
    '… approved and done',
    async () => {
      const { id } = last;
      await decideApproval(services, localActor, {
        approvalId: approvalId(last),
        decision: 'approve',
        digest,
      });
      await untilSettled(id);
    },
    1,
  );
  await measure('… its run, as JSON', async () =>
    JSON.stringify(await getRun(services, localActor, { runId: last.id })),
  );
}

async function measureResult(): Promise<void> {
  const run = await startAndWait(toTask('read_file', 1));
  await measure('a run with a result of 1 MB, as JSON', async () => {
    const view = await getRun(services, localActor, { runId: run.id });
    const callId = view.timeline.find(({ kind }) => kind === 'call')?.id ?? '';
    return JSON.stringify(await getCallDetail(services, localActor, { runId: run.id, callId }));
  });
}

async function measureConversation(): Promise<void> {
  // This store has no drivers, because they would take these runs up.
  const database = await openSqlite(at('data', 'countersign.db'), path.resolve('prisma'));
  const write = writeRuns(createRunStore(database));
  const { id } = await services.conversations.create('Long', localActor);
  const answer = 'An answer with some words. '.repeat(20);
  for (let index = 0; index < 1_000; index += 1)
    await write.answered('A title', { text: 'Please' }, answer, {
      conversationId: id,
      workflowId: 'stalls',
      createdAt: new Date(index * 1_000),
    });
  await database.close();
  await measure('first page of a conversation of 1,000 runs', async () =>
    JSON.stringify(await getConversation(services, localActor, { conversationId: id })),
  );
  for (const format of ['markdown', 'json'] as const)
    await measure(`export of that conversation as ${format}`, () =>
      exportConversation(services, localActor, { conversationId: id, format }),
    );
}

async function measureReplies(): Promise<void> {
  const prose = 'Some words of an answer, with `code` and **weight**.\n'.repeat(20_000);
  const content = JSON.stringify(lines(20_000, (index) => `line ${index} of what is written to the file`));
  const call = `{"tool": "write_file", "parameters": {"path": "a.md", "content": ${content}}, "terminate": false}`;
  await measure('reading a reply of 1 MB, words', async () => parseReply(prose));
  await measure('reading a reply of 1 MB, a call', async () => parseReply(call));
  await measure('a run whose answer of 1 MB streams', () => startAndWait('Say much.'));
  for (const [unit, megabytes] of hostileReplies) {
    const text = JSON.stringify(unit);
    await measure(`a run whose reply of ${megabytes} MB in one piece repeats ${text}`, () =>
      startAndWait(`Repeat ${text} to ${megabytes * 1_000_000} characters.`),
    );
  }
  for (const unit of written) {
    const text = JSON.stringify(unit);
    await measure(`a run that asks to write a file of a megabyte of ${text}`, () =>
      startAndWait(
        `Write ${text} to ${Math.floor(1_000_000 / Buffer.byteLength(unit)) * unit.length} characters.`,
      ),
    );
  }
  const { id: runId } = await startAndWait('Say much.');
  await measure('a run with an answer of 1 MB, as JSON', async () =>
    JSON.stringify(await getRun(services, localActor, { runId })),
  );
}

/** Measures what people send and what the folder of workflows contains. */
async function measureInput(): Promise<void> {
  const bodies = {
    'an escaped emoji, 500,000 numbers': `{"text": "\\ud83d\\ude00", "numbers": [${'1,'.repeat(500_000)}1]}`,
    'nested brackets': `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    'halves of surrogate pairs': `{"text": "${'\\ud83d'.repeat(160_000)}"}`,
  };
  for (const [name, body] of Object.entries(bodies))
    await measure(`a body of 1 MB: ${name}`, async () => readBody(body));
  const known = { toolNames: ['read_file'], systemPromptIds: ['default'] };
  const toFile = (yaml: string) => Buffer.from(`---\n${yaml.slice(0, 64_000)}\n---\n`);
  const flowKeys = Array.from({ length: 20_000 }, (_, index) => index.toString(36)).join();
  for (const [name, yaml] of [
    ['brackets', '}'.repeat(64_000)],
    ['the same key', 'a: }\n'.repeat(20_000)],
    ['keys', `{${flowKeys}`],
    ['escapes', `a: "${'\\q'.repeat(32_000)}`],
  ] as const)
    await measure(`a workflow file of 64 KB of ${name}`, async () =>
      parseWorkflow('odd.md', toFile(yaml), known),
    );
}

/** Reads a body. The server refuses one with too many values. */
function readBody(body: string): void {
  try {
    parseBodyText(body);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function startAndWait(task: string): Promise<Run> {
  const start = { workflowId: 'stalls', parameters: { task } };
  const { runId } = await startWorkflowRun(services, localActor, start);
  return untilSettled(runId as RunId);
}

async function untilSettled(runId: RunId): Promise<Run> {
  for (;;) {
    const run = await services.runs.find(runId);
    if (run && ['awaiting_approval', 'completed', 'failed'].includes(run.state.status)) return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function measure(name: string, work: () => Promise<unknown>, rounds = 3): Promise<void> {
  if (process.argv.length > 2 && !process.argv.slice(2).some((part) => name.includes(part))) {
    if (name.startsWith('…')) await work();
    return;
  }
  const { workMs, delayMs, wallMs } = await measureStall(work, rounds);
  const cells = [workMs, delayMs, wallMs].map((ms) => (ms === null ? '' : `${Math.round(ms)} ms`));
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}
