import { createOpenAiModel } from '../lib/llm/openai-model';
import { startWindowServer, type WindowServerOptions } from '../lib/llm/testing/window-server';
import { openWorkbench } from './open-workbench';
import { call, scriptedSource } from './scripted-model';

const words =
  'the a run of model server tokens window result step reading request answer prompt value system message person approves writes reads file line number record table index query returns calls waits until every other first second after before'.split(
    ' ',
  );

/** Writes a document that differs from all others. */
function writeDocument(number: number, characters: number): string {
  let text = `# Document ${number}\n\n`;
  for (
    let word = number * 7_919;
    text.length < characters;
    word = (word * 1_103_515_245 + 12_345) % 2_147_483_648
  ) {
    const isEnd = word % 13 === 0;
    text += `${words[word % words.length]}${isEnd ? `. Entry ${word % 1_000}.\n` : ' '}`;
  }
  return text.slice(0, characters - 1);
}

/**
 * Runs the loop over HTTP on a server with this window; each step reads a document. The app's server goes
 * down while the model answers request `restartAtRequest`, and asks again after its restart.
 */
export async function readDocuments(
  options: Omit<WindowServerOptions, 'reply'>,
  steps: number,
  characters = 16_000,
  { restartAtRequest = Infinity } = {},
) {
  const nameOf = (number: number) => `document-${String(number).padStart(3, '0')}.md`;
  const server = await startWindowServer({
    ...options,
    reply(request) {
      if (request === restartAtRequest) void bench.dispatcher.shutDown();
      const step = request > restartAtRequest ? request - 1 : request;
      return step > steps ? 'All documents are read.' : call('read_file', { path: nameOf(step) });
    },
  });
  const { baseUrl } = server;
  const model = createOpenAiModel({ baseUrl, apiKey: null, model: 'test-model', name: 'Test model' });
  const bench = await openWorkbench([], { models: scriptedSource(model) });
  for (let number = 1; number <= steps; number += 1)
    await bench.write(nameOf(number), writeDocument(number, characters));
  const limits = { maxSteps: steps + 10, maxActiveMs: 3_600_000, maxMalformedReplies: 3 };
  const runId = await bench.create({ limits });
  let run = await bench.drive(runId);
  if (restartAtRequest <= steps) {
    await bench.restart();
    run = await bench.drive(runId);
  }
  const prompts = server.answered.map(({ promptTokens }) => promptTokens);
  return {
    run,
    server,
    bench,
    events: (await bench.runs.listEvents(runId)).map(({ event }) => event),
    /** Counts the tokens that the model read for each request. */
    prompts,
    /** Counts the requests that begin with all messages of the one before, so that a prompt cache hits. */
    extending: server.answered.filter(({ messages }, index) => {
      const before = server.answered[index - 1]?.messages;
      return before?.every(({ content }, place) => content === messages[place]?.content);
    }).length,
    total: prompts.reduce((sum, tokens) => sum + tokens, 0),
    async close() {
      await bench.close();
      await server.close();
    },
  };
}
