import Database from 'better-sqlite3';
import OpenAI from 'openai';
import { Pool } from 'pg';
import { expectAnswer, type Loop, lookUp, systemPrompt, toTask } from '../../tests/measured/job';

/** We compare our loop with these. They do as little as the job takes, with the same client and protocol. */

type Append = (value: unknown) => unknown;

/** This loop stores nothing. */
export function bareLoop(baseUrl: string): Loop {
  return { name: 'bare', run: (steps) => runLoop(baseUrl, steps, ask, () => {}) };
}

/** This loop stores nothing. Like ours, it reads each reply while it streams. */
export function streamingLoop(baseUrl: string): Loop {
  return { name: 'streaming', run: (steps) => runLoop(baseUrl, steps, askForStream, () => {}) };
}

/**
 * This loop writes the model's reply and the tool's result to disk before it goes on: two fsynced inserts a
 * step.
 */
export function storingLoop(baseUrl: string, file: string): ClosableLoop {
  return createStoringLoop('storing', baseUrl, file, ask);
}

/** This loop does the same, but reads each reply while it streams. A loop like ours can do no less. */
export function streamingStoringLoop(baseUrl: string, file: string): ClosableLoop {
  return createStoringLoop('streaming, storing', baseUrl, file, askForStream);
}

/** This loop does the same as `storingLoop` with a table of PostgreSQL: two commits a step. */
export async function postgresqlStoringLoop(baseUrl: string, url: string): Promise<AsyncLoop> {
  const pool = new Pool({ connectionString: url });
  await pool.query('CREATE TABLE step (id serial PRIMARY KEY, value text NOT NULL)');
  const append: Append = (value) =>
    pool.query({
      name: 'append',
      text: 'INSERT INTO step (value) VALUES ($1)',
      values: [JSON.stringify(value)],
    });
  return {
    name: 'storing',
    run: (steps) => runLoop(baseUrl, steps, ask, append),
    close: () => pool.end(),
  };
}

export type AsyncLoop = Loop & { close(): Promise<void> };
type ClosableLoop = Loop & { close(): void };

function createStoringLoop(name: string, baseUrl: string, file: string, ask: Ask): ClosableLoop {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE step (id INTEGER PRIMARY KEY, value TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO step (value) VALUES (?)');
  return {
    name,
    run: (steps) => runLoop(baseUrl, steps, ask, (value) => insert.run(JSON.stringify(value))),
    close: () => database.close(),
  };
}

const clients = new Map<string, OpenAI>();

export type Messages = OpenAI.ChatCompletionMessageParam[];
type Ask = (client: OpenAI, messages: Messages) => Promise<string>;

/** Asks the model for a complete reply. */
export const ask: Ask = async (client, messages) => {
  const answer = await client.chat.completions.create({ model: 'bench', messages });
  return answer.choices[0]?.message.content ?? '';
};

const askForStream: Ask = async (client, messages) => {
  let text = '';
  for await (const chunk of await client.chat.completions.create({ model: 'bench', messages, stream: true }))
    text += chunk.choices[0]?.delta.content ?? '';
  return text;
};

async function runLoop(baseURL: string, steps: number, ask: Ask, append: Append): Promise<void> {
  const client = clients.get(baseURL) ?? new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  clients.set(baseURL, client);
  const messages: Messages = [
    { role: 'system', content: systemPrompt },
    { role: 'user', content: toTask('lookup', steps - 1) },
  ];
  for (;;) {
    const text = await ask(client, messages);
    await append({ reply: text });
    if (!text.startsWith('{')) return expectAnswer(text, steps);
    const { tool, parameters } = JSON.parse(text) as { tool: string; parameters: { query: string } };
    const result = lookUp(parameters.query);
    await append({ result });
    messages.push({ role: 'assistant', content: text });
    messages.push({ role: 'user', content: `Result of ${tool}:\n${result}` });
  }
}
