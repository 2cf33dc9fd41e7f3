import '../lib/logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ModelCheck } from '../lib/db/ports/model-stores.port';
import { localActor } from '../lib/domain/actor';
import { createOpenAiModel } from '../lib/llm/openai-model';
import { goodTurn } from '../lib/llm/testing/checked-models';
import { collectReply } from '../lib/llm/testing/collect-reply';
import { hostedServers } from '../lib/llm/testing/hosted-servers';
import { localServers } from '../lib/llm/testing/local-servers';
import { oddServers } from '../lib/llm/testing/odd-servers';
import type { Personality } from '../lib/llm/testing/personality';
import { startAnsweringServer } from '../lib/llm/testing/scripted-server';
import { answerErrors, statusErrors } from '../lib/llm/testing/server-errors';
import { factsOf, modelName, productOf, serve } from '../lib/llm/testing/server-facts';
import { type App, startApp } from '../lib/server/app';
import { checkModel } from '../lib/use-cases/check-model';
import { content, first, last, playOn, readWritten, toTurn } from './play-server';

const begin = '<!-- made by npx tsx scripts/make-model-table.ts -->';
const end = '<!-- end -->';

/** Returns the page with a fresh table in it. */
export const withTable = (page: string, table: string): string => {
  const [before, after] = [page.split(begin)[0], page.split(end)[1]];
  return `${before}${begin}\n${table}\n${end}${after}`;
};

const columns = [
  'server',
  'a run with a signature',
  'the check',
  'tokens reported',
  'window told by',
  'a form of replies',
  'thoughts',
  'errors in its own words',
];

/**
 * Plays a complete run and the check of a model against every kind of server. Returns what worked, as a
 * Markdown table.
 */
export async function makeModelTable(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-table-'));
  const environment = {
    DATA_DIR: path.join(folder, 'data'),
    WORKSPACE_DIR: path.join(folder, 'workspace'),
  };
  const app = await startApp({ environment });
  const rows: string[][] = [];
  try {
    for (const personality of [...hostedServers, ...localServers, ...oddServers])
      rows.push(await describeServer(app, personality));
  } finally {
    await app.shutDown();
    await rm(folder, { recursive: true });
  }
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function describeServer(app: App, personality: Personality): Promise<string[]> {
  const { run, thoughts } = await playRun(app, personality);
  const check = await playCheck(app, personality);
  return [
    personality.name,
    run,
    verdictWords[check.verdict],
    resultOf(check, 'usage') === 'passed' ? 'yes' : 'no',
    check.windowTokens === null ? 'nothing' : `\`${factsOf(personality).tells?.path}\``,
    check.structure === null ? 'not known' : structureWords[check.structure],
    thoughts,
    await countErrors(productOf(personality.name)),
  ];
}

const verdictWords = { fits: 'fits', with_care: 'with care', does_not_fit: 'does not fit' };
const structureWords = { better: 'enforced', no_better: 'enforced', ignored: 'ignored', refused: 'refused' };
const resultOf = ({ findings }: ModelCheck, id: string) => findings.find((one) => one.id === id)?.result;

async function playRun(app: App, personality: Personality) {
  const server = await startAnsweringServer(serve(personality, toTurn));
  const sent = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ messages: [{ content: '' }] }),
  });
  const areSent = (await sent.text()).includes(first.thoughts);
  const { run, signatures } = await playOn(app, server.baseUrl);
  await server.close();
  const { state } = run;
  const isDone = state.status === 'completed' && signatures === 1 && (await readWritten(app)) === content;
  const isClean = state.status === 'completed' && state.answer === last.words;
  return {
    run: isDone ? 'completes' : state.status,
    thoughts: areSent ? (isClean ? 'kept apart' : 'in the answer') : 'none sent',
  };
}

async function playCheck(app: App, personality: Personality): Promise<ModelCheck> {
  const server = await startAnsweringServer(serve(personality, goodTurn));
  const body = { baseUrl: server.baseUrl, model: modelName };
  const open = await checkModel(app.services, localActor, body);
  for await (const _message of open(new AbortController().signal));
  await server.close();
  const [check] = await app.services.modelChecks.list();
  if (check?.baseUrl !== server.baseUrl) throw new Error('The check kept no report');
  return check;
}

/** Counts how many of the product's known errors reach a person with what the server said. */
async function countErrors(product: string): Promise<string> {
  const known = [...statusErrors, ...answerErrors].filter(({ name }) => name.startsWith(`${product}:`));
  if (known.length === 0) return 'none known';
  let right = 0;
  for (const { answer, says } of known) {
    const server = await startAnsweringServer(answer, 'chats');
    const { baseUrl } = server;
    const model = createOpenAiModel({ baseUrl, apiKey: 'k', model: modelName, name: 'M', retryDelayMs: 1 });
    const { error } = await collectReply(model);
    await server.close();
    if (error?.message.includes(says)) right += 1;
  }
  return `${right} of ${known.length}`;
}
