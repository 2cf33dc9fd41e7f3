import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHidingProvider } from '../models/hiding-providers';
import type { ModelServer, NamedTarget } from '../models/provider.port';
import { secretsOf } from '../models/server-secrets';
import { createOpenAiModel } from './openai-model';
import { openAiCompatible } from './openai-provider';
import { collectReply } from './testing/collect-reply';
import { respondJson, respondStream, respondText, startScriptedServer } from './testing/scripted-server';

const key = fc.stringMatching(/^[!-~]{20,60}$/);
const forms: ((key: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  encodeURIComponent,
  (text) => Buffer.from(`Bearer ${text}`).toString('base64'),
  (text) => `${text.slice(0, 12)}…`,
];
const findParts = (text: string, secret: string) =>
  forms.map((write) => write(secret).slice(-12, -4)).filter((part) => text.includes(part));

/** The app hides the secrets of every model that is set up. Here these are the secrets of one server. */
const hiding = (server: ModelServer) => createHidingProvider(openAiCompatible, () => secretsOf(server));
const open = (target: NamedTarget) => hiding(target).open(target);
const list = (server: ModelServer) => hiding(server).listOfferedModels(server);

test('a key that no header can carry ends the reply in words, before anything is sent, and is not quoted', async () => {
  const character = fc.constantFrom(
    '\n',
    '\r\n',
    '\0',
    '\u200b',
    '\u2013',
    '\u2028',
    'é',
    '🔑',
    '\u007f',
    ' ',
  );
  const server = await startScriptedServer([]);
  await fc.assert(
    fc.asyncProperty(key, character, key, async (before, between, after) => {
      const target = { baseUrl: server.baseUrl, apiKey: `${before}${between}${after}`, model: 'm' };
      const { error } = await collectReply(open({ ...target, name: 'n' }));
      const answers = JSON.stringify([error, await list(target)]);
      expect(error?.code).toBe('unauthorized');
      expect(error?.message).toContain(`Character ${before.length + 1} is `);
      expect(findParts(answers, before)).toEqual([]);
      expect(findParts(answers, after)).toEqual([]);
    }),
    { numRuns: 50 },
  );
  await server.close();
});

test('a server that repeats the key, in any form and any kind of answer, does not get it into a message', async () => {
  const cases = fc.sample(
    fc.tuple(key, fc.constantFrom(...forms), fc.constantFrom(400, 402, 404, 418, 500)),
    60,
  );
  const answers = cases.map(([secret, write, status]) => {
    const said = `bad header ${write(secret)} sent`;
    return [
      respondJson(status, { error: { message: said } }),
      respondJson(status, { detail: said }),
      respondText(status, said, 'text/plain'),
      respondStream([`data: ${JSON.stringify({ error: { message: said, code: 400 } })}\n\n`]),
    ];
  });
  const repeats = (status: number) => (status === 400 ? 2 : status === 500 ? 3 : 1);
  const server = await startScriptedServer(
    answers.flatMap((kinds, index) =>
      kinds.flatMap((entry, kind) =>
        Array.from({ length: kind === 3 ? 1 : repeats(cases[index]?.[2] ?? 0) }, () => entry),
      ),
    ),
  );
  for (const [secret, , status] of cases) {
    const model = createOpenAiModel({
      baseUrl: server.baseUrl,
      apiKey: secret,
      model: 'm',
      name: 'n',
      retryDelayMs: 0,
    });
    for (let kind = 0; kind < 4; kind += 1) {
      const { error } = await collectReply(model);
      expect([status, findParts(error?.message ?? '', secret)]).toEqual([status, []]);
    }
  }
  await server.close();
}, 60_000);

test('a server that says the key in its answer does not get it into a reply, however it cuts the text', async () => {
  const secret = 'sk-0123456789abcdefghij';
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ model: `m ${secret}`, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const pieces = (text: string) => (text.match(/[\s\S]{1,5}/g) ?? []).map((content) => chunk({ content }));
  const words = `The key is ${secret}, or ${Buffer.from(secret).toString('hex')}. It begins with ${secret.slice(0, 8)}`;
  const call = { index: 0, function: { name: 'write_file', arguments: JSON.stringify({ content: secret }) } };
  const server = await startScriptedServer([
    respondStream([...pieces(words), chunk({}, 'stop'), 'data: [DONE]\n\n']),
    respondJson(200, { choices: [{ index: 0, message: { content: words }, finish_reason: 'stop' }] }),
    respondStream([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), 'data: [DONE]\n\n']),
  ]);
  const model = open({ baseUrl: server.baseUrl, apiKey: secret, model: 'm', name: 'n' });
  const shown = `The key is [key], or [key]. It begins with ${secret.slice(0, 8)}`;
  const streamed = await collectReply(model);
  expect([streamed.text, streamed.reply?.content, streamed.reply?.model]).toEqual([shown, shown, 'm [key]']);
  const plain = await collectReply(model);
  expect([plain.text, plain.reply?.content]).toEqual([shown, shown]);
  const called = await collectReply(model);
  expect(called.reply?.toolCalls).toMatchObject([{ name: 'write_file', arguments: '{"content":"[key]"}' }]);
  await server.close();
});

describe('a key inside a header', () => {
  const scheme = fc.constantFrom('Bearer', 'Token', 'bearer ', 'ApiKey', 'Key\t');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const colonless = key.filter((text) => !text.includes(':'));
  const kinds = fc.oneof(
    fc.tuple(key, scheme).map(([secret, word]) => ({ secret, value: `${word} ${secret}` })),
    fc
      .tuple(key, colonless)
      .map(([secret, user]) => ({ secret, value: `Basic ${base64(`${user}:${secret}`)}` })),
    // Some servers take the key as the user name, without a password.
    colonless.map((secret) => ({ secret, value: `basic ${base64(`${secret}:`)}` })),
    colonless.map((secret) => ({ secret, value: `Basic ${base64(secret)}` })),
  );
  const names = fc.constantFrom('Authorization', 'Proxy-Authorization', 'X-Auth');
  const shapes: ((text: string) => string)[] = [
    (text) => text,
    (text) => Buffer.from(text).toString('hex'),
    (text) => Buffer.from(text).toString('base64url'),
  ];

  test('does not get into a reply without what stands before it', async () => {
    const cases = fc.sample(fc.tuple(kinds, names, fc.constantFrom(...shapes)), 60);
    const said = cases.map(([{ secret }, , write]) => write(secret));
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const server = await startScriptedServer(
      said.map((content) =>
        respondStream([chunk({ content: `It is ${content}` }), chunk({}, 'stop'), 'data: [DONE]\n\n']),
      ),
    );
    for (const [[{ value }, name], content] of cases.map((one, index) => [one, said[index] ?? ''] as const)) {
      const model = open({
        baseUrl: server.baseUrl,
        apiKey: null,
        headers: [{ name, value }],
        model: 'm',
        name: 'n',
      });
      const { text, reply } = await collectReply(model);
      expect(text).not.toContain(content.slice(4, -4));
      expect(reply?.content).toBe(text);
    }
    await server.close();
  });

  test.each([
    ['Authorization', 'Bearer sk-0123456789abcdef', ['sk-0123456789abcdef']],
    ['Authorization', 'Token abc12', ['abc12']],
    ['X-Auth-Token', 'Token abc12', ['abc12']],
    ['X-Team', 'The blue', []],
    ['X-Team', 'The blue team', ['blue team']],
    ['HTTP-Referer', 'Bearer sk-0123456789abcdef', null],
    ['Authorization', `Basic ${base64('ada:correct:horse')}`, [base64('ada:correct:horse'), 'correct:horse']],
    ['Authorization', `Basic ${base64('ada:short')}`, [base64('ada:short')]],
    ['Authorization', `Basic ${base64('sk-0123456789:')}`, [base64('sk-0123456789:'), 'sk-0123456789']],
    ['Authorization', `Bearer ${base64('ada:correct:horse')}`, [base64('ada:correct:horse')]],
  ])('is known alone: %s: %s', (name, value, parts) => {
    const server = { baseUrl: '', apiKey: null, headers: [{ name, value }] };
    expect(secretsOf(server)).toEqual(parts === null ? [] : [value, ...parts]);
  });
});

test('a server that says the key in its list of models does not get it into the list', async () => {
  const cases = fc.sample(fc.tuple(key, fc.constantFrom(...forms.slice(0, 4))), 40);
  const server = await startScriptedServer(
    cases.map(([secret, write]) =>
      respondJson(200, { data: [{ id: `m ${write(secret)}` }, { id: 'small' }] }),
    ),
  );
  for (const [secret] of cases) {
    const listed = await list({ baseUrl: server.baseUrl, apiKey: secret });
    expect(listed).toMatchObject({ ok: true, models: [{}, { id: 'small' }] });
    expect(findParts(JSON.stringify(listed), secret)).toEqual([]);
  }
  await server.close();
});

test('a value of the query is kept like a key, save for versions and the like, which are plain words', async () => {
  const secret = 'qk-0123456789abcdefghij';
  const said = respondJson(400, { error: { message: `bad ${secret} of 2026-11-22-preview` } });
  const names = ['key', 'api_key', 'access-token', 'subscription-key', 'code', 'k', 'user'];
  const server = await startScriptedServer(names.map(() => said));
  const version = { name: 'max_tokens-version', value: '2026-11-22-preview' };
  for (const name of names) {
    const query = [version, { name: 'tier', value: 'bad' }, { name, value: secret }];
    const listed = await list({ baseUrl: server.baseUrl, apiKey: null, query });
    expect(listed).toMatchObject({
      ok: false,
      message: expect.stringContaining('"bad [key] of 2026-11-22-preview"'),
    });
  }
  await server.close();
});

test('an address with a password is not quoted by any failure', async () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{10,20}$/);
  await fc.assert(
    fc.asyncProperty(word, word, async (user, password) => {
      const target = { baseUrl: `http://${user}:${password}@127.0.0.1:9/v1`, apiKey: null, model: 'm' };
      const { error } = await collectReply(createOpenAiModel({ ...target, name: 'n', retryDelayMs: 0 }));
      const answers = JSON.stringify([error, await list(target)]);
      expect(error).not.toBeNull();
      for (const secret of [user, password]) expect(answers).not.toContain(secret);
    }),
    { numRuns: 20 },
  );
});
