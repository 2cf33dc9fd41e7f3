import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeRuns } from '../lib/db/testing/write-runs';
import { localActor } from '../lib/domain/actor';
import { openServices } from '../lib/testing/open-services';
import { createToolParts } from '../lib/tools/tool-parts';
import { searchWorkspace } from '../lib/tools/workspace/search-workspace';
import { getConversation } from '../lib/use-cases/conversations';
import { listWorkflows } from '../lib/use-cases/list-workflows';

/**
 * Measures what long lists cost, without HTTP: `npx tsx bench/lists.ts [runs] [files]`. It takes the first
 * page of a conversation of 1,000 runs, the list of workflows, and a search through 20,000 files, each with
 * the longest delay of the event loop.
 */
const runs = Number(process.argv[2] ?? 1_000);
const files = Number(process.argv[3] ?? 20_000);

await measureLists();
await measureSearch();

async function measureLists(): Promise<void> {
  const { services, close } = await openServices();
  const write = writeRuns(services.runs);
  const { id } = await services.conversations.create('Long', localActor);
  const answer = 'An answer with some words. '.repeat(20);
  for (let index = 0; index < runs; index += 1)
    await write.answered('A title', { text: 'Please' }, answer, {
      conversationId: id,
      workflowId: 'free-request',
      createdAt: new Date(index * 1_000),
    });
  // The app reads workflow files again each time while they are new.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const page = () => getConversation(services, localActor, { conversationId: id });
  await measure(`first page of ${runs} runs`, page, 10);
  await measure('list of workflows', () => listWorkflows(services, localActor), 50);
  const atOnce = () => Promise.all(Array.from({ length: 50 }, () => listWorkflows(services, localActor)));
  await measure('50 lists of workflows at once', atOnce, 10);
  await close();
}

async function measureSearch(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-search-'));
  const perFolder = 100;
  for (let index = 0; index < files; index += 1) {
    const inside = path.join(folder, String(Math.floor(index / perFolder)));
    if (index % perFolder === 0) await mkdir(inside);
    await writeFile(path.join(inside, `${index}.md`), `# Note\n${'some words in a line\n'.repeat(20)}`);
  }
  // The app closes as many files to tools.
  const databaseFiles = ['app.db', 'app.db-wal', 'app.db-shm'].map((name) => path.join(tmpdir(), name));
  const privatePlaces = { folders: [path.join(tmpdir(), 'data')], files: databaseFiles };
  const { workspace, workers } = createToolParts({ workspaceDir: folder, privatePlaces });
  const request = { path: [], query: 'needle', isCaseSensitive: false };
  const search = () => searchWorkspace(workspace, workers, request, new AbortController().signal);
  await measure(`search through ${files} files`, search, 3);
  await rm(folder, { recursive: true });
}

async function measure(name: string, work: () => Promise<unknown>, times: number): Promise<void> {
  const bytes = JSON.stringify(await work()).length;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const processor = process.cpuUsage();
  const from = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  const wallMs = (performance.now() - from) / times;
  const { user, system } = process.cpuUsage(processor);
  delay.disable();
  const cells = [
    `processor ${((user + system) / 1_000 / times).toFixed(1)} ms`,
    `wall ${wallMs.toFixed(1)} ms`,
    `${Math.round(bytes / 1_024)} KB`,
    `longest delay ${Math.round(delay.max / 1e6)} ms`,
  ];
  console.log(`${name.padEnd(32)} ${cells.join(', ')}`);
}
