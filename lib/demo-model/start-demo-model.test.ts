import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TranscriptMessage } from '../domain/transcript';
import { listOfferedModels } from '../llm/model-servers';
import { createOpenAiModel } from '../llm/openai-model';
import { collectReply } from '../llm/testing/collect-reply';
import { type DemoModelServer, startDemoModel } from './start-demo-model';

let server: DemoModelServer;
beforeAll(async () => {
  server = await startDemoModel({ chunkDelayMs: 0 });
});
afterAll(() => server.close());

const model = (id = server.model) =>
  createOpenAiModel({ baseUrl: server.baseUrl, apiKey: null, model: id, name: 'Demo' });

const system: TranscriptMessage = { role: 'system', content: 'You are an assistant.' };
const user = (content: string): TranscriptMessage => ({ role: 'user', content });
const result = (tool: string, text: string) => user(`[Result: ${tool}, step 1, ok]\n\`\`\`\n${text}\n\`\`\``);
const failure = (tool: string, code: string, message: string) =>
  user(`[Result: ${tool}, step 1, error ${code}]\n\`\`\`\n${message}\n\`\`\``);

async function reply(...messages: TranscriptMessage[]): Promise<string> {
  const { text, reply } = await collectReply(model(), [system, ...messages]);
  expect(reply?.content).toBe(text);
  expect(reply?.finishReason).toBe('stop');
  return text;
}

/** Finds the call in the last line of a reply. */
function callIn(text: string): { tool: string; parameters: Record<string, unknown>; terminate: boolean } {
  return JSON.parse(text.split('\n').at(-1) ?? '');
}

describe('the server', () => {
  test('lists its one model', async () => {
    expect(await listOfferedModels({ baseUrl: server.baseUrl, apiKey: null })).toEqual({
      ok: true,
      models: [{ id: server.model, prices: null }],
    });
  });

  test('does not know other models', async () => {
    const { error } = await collectReply(model('gpt-5'), [system, user('hello')]);
    expect(error?.code).toBe('not_found');
  });

  test('answers without a stream as well, with the same text', async () => {
    const messages = [system, user('hello')];
    const response = await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: server.model, messages }),
    });
    const body = await response.json();
    expect(body.choices[0].message.content).toBe(await reply(user('hello')));
    expect(body.choices[0].message.content).toContain('a script wrote this, not an AI');
  });

  test('reports tokens like any server', async () => {
    const { reply } = await collectReply(model(), [system, user('hello')]);
    expect(reply?.usage?.output).toBeGreaterThan(0);
  });
});

describe('a request in words', () => {
  test.each([
    ['list the files in notes', 'list_files', { path: 'notes', recursive: true }],
    ['What files are there?', 'list_files', { path: '.', recursive: true }],
    ['Please read README.md.', 'read_file', { path: 'README.md' }],
    ['summarise notes/meeting-2026-10-02.md', 'read_file', { path: 'notes/meeting-2026-10-02.md' }],
    ['search for "budget"', 'search_files', { query: 'budget', path: '.' }],
    [
      'write notes/hello.md: Hello there',
      'write_file',
      { path: 'notes/hello.md', content: 'Hello there\n', overwrite: false },
    ],
    [
      'run `node check.mjs` in app',
      'run_command',
      { command: 'node check.mjs', folder: 'app', timeout_seconds: 60 },
    ],
    ['move a.md to b/a.md', 'move_file', { from: 'a.md', to: 'b/a.md' }],
    ['delete the file notes/hello.md', 'delete_file', { path: 'notes/hello.md' }],
    ['get https://example.com/.', 'http_request', { method: 'GET', url: 'https://example.com/' }],
  ])('%s', async (request, tool, parameters) => {
    expect(callIn(await reply(user(request)))).toEqual({ tool, parameters, terminate: false });
  });

  test('an unknown request is answered with the demo’s abilities', async () => {
    expect(await reply(user('Write me a poem'))).toContain('only a few kinds of requests');
  });

  test('starts again with a follow-up message', async () => {
    const first = await reply(user('read README.md'));
    const messages = [
      user('read README.md'),
      { role: 'assistant' as const, content: first },
      result('read_file', 'Hi'),
    ];
    expect(callIn(await reply(...messages, user('delete a.md'))).tool).toBe('delete_file');
  });
});

describe('when something goes wrong', () => {
  const asked = user(
    'Turn notes into a list of tasks that people can work through.\n\nNotes: <value name="path">n.md</value>, <value name="save_as">t.md</value>',
  );
  const read: TranscriptMessage = {
    role: 'assistant',
    content: '{"tool":"read_file","parameters":{"path":"n.md"},"terminate":false}',
  };
  const write: TranscriptMessage = {
    role: 'assistant',
    content: 'I’ll save the list.\n\n{"tool":"write_file","parameters":{"path":"t.md"},"terminate":false}',
  };
  const notes = result('read_file', 'n.md, lines 1 to 1 of 1:\n1\t- [ ] Call the printer');

  const before = [asked, read, notes];

  test('it takes another name when the file exists', async () => {
    const text = await reply(...before, write, failure('write_file', 'already_exists', 'There is t.md'));
    expect(callIn(text)).toMatchObject({
      tool: 'write_file',
      parameters: { path: 't-2.md' },
      terminate: false,
    });
  });

  test('it follows guidance that names another file', async () => {
    const denial = 'A person refused this call. Their guidance: put it into notes/todo.md';
    const text = await reply(...before, write, failure('write_file', 'denied_by_person', denial));
    expect(callIn(text).parameters['path']).toBe('notes/todo.md');
  });

  test('it gives up with the reason otherwise', async () => {
    const denial = 'A person refused this call. Their guidance: no';
    const text = await reply(...before, write, failure('write_file', 'denied_by_person', denial));
    expect(text).toContain('didn’t save the list');
    expect(text).toContain('Call the printer');
  });

  test('it stops after a reply that was not accepted, and after a call that policy denies', async () => {
    const refused = user('Error (unknown_tool): There is no such tool.');
    expect(await reply(asked, read, refused)).toContain('There is no such tool.');
    expect(await reply(asked, read, failure('read_file', 'denied_by_policy', 'Not here.'))).toContain(
      'Not here.',
    );
  });

  test('it can be asked to misbehave', async () => {
    expect(await reply(user('demonstrate malformed replies'))).toBe(
      '{"tool": "list_files", "parameters": {"path": ".',
    );
    expect(callIn(await reply(user('demonstrate the step limit'))).tool).toBe('list_files');
    expect((await reply(user('demonstrate a long answer'))).length).toBeGreaterThan(4_000);
  });
});
