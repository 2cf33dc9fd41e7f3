import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import OpenAI from 'openai';
import { run } from '../../scripts/lib/command.mjs';
import { expectAnswer, lookUp, systemPrompt, toTask } from '../../tests/measured/job';
import { type AsyncLoop, ask, type Messages } from './floors';

/** The benchmark installs these into a folder of its own, which no other part of the project sees. */
const packages = [
  '@langchain/core@1.4.0',
  '@langchain/langgraph@1.7.3',
  '@langchain/langgraph-checkpoint-postgres@1.0.5',
];
const folder = path.resolve('dist', 'bench', 'peers');

export async function installLangGraph(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { code, output } = await run('npm', ['install', ...options, ...packages], { quiet: true });
  if (code !== 0) throw new Error(`LangGraph could not be installed:\n${output}`);
}

type State = { messages: Messages };
type Durability = 'sync' | 'async';

/**
 * Does the job with a graph of two nodes, a model and a tool, whose state PostgreSQL keeps. With `sync`, each
 * checkpoint is stored before the next node begins, as ours is; LangGraph's own default is `async`.
 */
export async function langGraphLoop(
  baseURL: string,
  url: string,
  durability: Durability,
): Promise<AsyncLoop> {
  const find = createRequire(path.join(folder, 'package.json'));
  const load = async (name: string) => import(pathToFileURL(find.resolve(name)).href);
  const { Annotation, StateGraph, START, END } = await load('@langchain/langgraph');
  const { PostgresSaver } = await load('@langchain/langgraph-checkpoint-postgres');
  const checkpointer = PostgresSaver.fromConnString(url);
  await checkpointer.setup();
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  const lastText = ({ messages }: State) => String(messages.at(-1)?.content ?? '');
  const graph = new StateGraph(
    Annotation.Root({
      messages: Annotation({
        reducer: (before: Messages, added: Messages) => [...before, ...added],
        default: () => [],
      }),
    }),
  )
    .addNode('model', async ({ messages }: State) => ({
      messages: [{ role: 'assistant', content: await ask(client, messages) }],
    }))
    .addNode('tool', (state: State) => {
      const { tool, parameters } = JSON.parse(lastText(state));
      return { messages: [{ role: 'user', content: `Result of ${tool}:\n${lookUp(parameters.query)}` }] };
    })
    .addEdge(START, 'model')
    .addConditionalEdges('model', (state: State) => (lastText(state).startsWith('{') ? 'tool' : END))
    .addEdge('tool', 'model')
    .compile({ checkpointer });
  return {
    name: `LangGraph, ${durability}`,
    async run(steps) {
      const configurable = { thread_id: crypto.randomUUID() };
      const messages = [
        { role: 'system', content: systemPrompt },
        { role: 'user', content: toTask('lookup', steps - 1) },
      ];
      const options = { configurable, durability, recursionLimit: 2 * steps + 2 };
      expectAnswer(lastText(await graph.invoke({ messages }, options)), steps);
    },
    close: () => checkpointer.end(),
  };
}
