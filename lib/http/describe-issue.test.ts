import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as conversations from '../contracts/conversations';
import * as decisions from '../contracts/decisions';
import * as runRequests from '../contracts/run-requests';
import * as settings from '../contracts/settings';
import * as workflows from '../contracts/workflows';
import { createRouteFrame } from './route-frame';
import { openGate } from './testing/open-gate';

const handleRoute = createRouteFrame(openGate());

const modelBody = settings.modelBody([
  { id: 'openai_compatible', needsServer: true },
  { id: 'demo', needsServer: false },
]);

const shapes: Record<string, unknown> = {
  ...decisions,
  ...conversations,
  ...runRequests,
  ...settings,
  modelBody,
  ...workflows,
};
const bodies = Object.entries(shapes).filter(
  (entry): entry is [string, z.core.$ZodType] => entry[0].endsWith('Body') && typeof entry[1] === 'object',
);

/** Matches names as the code writes them. */
const codeNames = /\b[a-z]+[A-Z]\w*|\w+_\w+|\bbaseUrl\b/;
const validatorWords =
  /invalid|expected|received|too (small|big)|>=|<=|unrecognized|zod|regex|undefined|\bnull\b|NaN|string|discriminator|\[object/i;

async function refuse(body: z.core.$ZodType, text: string) {
  const route = handleRoute({ action: 'runs.start', body }, async () => ({}));
  const request = new Request('http://localhost/x', { method: 'POST', body: text });
  const response = await route(request, { params: Promise.resolve({}) });
  return response.status === 200 ? null : ((await response.json()) as { error: ErrorAnswer }).error;
}
type ErrorAnswer = { code: string; message: string; fields?: Record<string, string> };

const value = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', 0, -1, 1.5, true, [], {}, [[]], 'x'.repeat(200_000), '\0', {
    toString: 1,
  }),
  fc.jsonValue(),
);
const names = [
  'provider',
  'decision',
  'choice',
  'baseUrl',
  'apiKey',
  'model',
  'text',
  'title',
  'parameters',
  'reason',
  'temperature',
  'headers',
];
const moreNames = ['guidance', 'idempotencyKey', 'conversationId', 'consent', 'result', 'other'];
const known = ['openai_compatible', 'demo', 'reject', 'reject_with_guidance', 'worked', 'abort'];
const wrongBody = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...names, ...moreNames), fc.oneof(value, fc.constantFrom<unknown>(...known))),
);

describe('a body that does not fit', () => {
  it('there are bodies to check', () => {
    expect(bodies.length).toBeGreaterThanOrEqual(9);
  });

  it.each(bodies)(
    '%s: every message is a plain sentence, without the validator’s words or code',
    async (_name, body) => {
      await fc.assert(
        fc.asyncProperty(wrongBody, async (wrong) => {
          const error = await refuse(body, JSON.stringify(wrong));
          for (const message of error ? [error.message, ...Object.values(error.fields ?? {})] : []) {
            expect(message).toMatch(/^[A-Z“].*\.$/s);
            // Quotation marks surround the caller's own name of a field.
            const ours = message.replace(/“[^”]*”/g, '');
            expect(ours).not.toMatch(codeNames);
            expect(ours).not.toMatch(validatorWords);
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it('names the field by its label', async () => {
    expect((await refuse(modelBody, '{"provider":"openai_compatible"}'))?.fields).toEqual({
      model: 'Model is required.',
      baseUrl: 'Address is required.',
    });
    const long = JSON.stringify({ text: 'x'.repeat(100_001) });
    expect((await refuse(settings.systemPromptBody, long))?.message).toBe(
      'Text must have at most 100,000 characters.',
    );
    expect((await refuse(decisions.decisionBody, '{}'))?.message).toBe('Decision is required.');
    expect((await refuse(decisions.decisionBody, '{"decision":"maybe"}'))?.message).toBe(
      'Decision has a value that is not offered.',
    );
    expect((await refuse(settings.defaultModelBody, '{"id":"demo","baseUrl":"x"}'))?.message).toBe(
      'This request takes no “Address”.',
    );
  });
});

describe('names that people read', () => {
  const titles = { createConversationBody: 'title', renameConversationBody: 'title' };
  const hidden = ['a\0b', 'a\nb', 'a\u2028b', 'a\u0085b', 'a\u001b[31m', 'a\u202eb', 'a\u200bb', 'a\u3164b'];

  it.each(hidden)('take no %j', async (text) => {
    for (const [name, field] of Object.entries(titles)) {
      const [, shape] = bodies.find(([one]) => one === name) ?? [];
      if (!shape) throw new Error(name);
      expect(await refuse(shape, JSON.stringify({ [field]: text }))).toMatchObject({
        fields: { [field]: 'Title contains a line break or a hidden character. Type it again.' },
      });
      expect(await refuse(shape, JSON.stringify({ [field]: 'Größe ⚙️ نص :\u00a05 €' }))).toBeNull();
    }
    const model = { provider: 'openai_compatible', baseUrl: 'http://a', model: 'm' };
    for (const field of ['name', 'reasoningEffort'])
      expect(await refuse(modelBody, JSON.stringify({ ...model, [field]: text }))).toMatchObject({
        fields: { [field]: expect.stringContaining('hidden character') },
      });
  });
});

it('the values of a form arrive to the last name', async () => {
  const text = '{"parameters":{"__proto__":{"a":1},"constructor":2}}';
  for (const body of [runRequests.startRunBody, workflows.planBody]) {
    const { parameters } = body.parse(JSON.parse(text));
    expect(JSON.stringify({ parameters })).toBe(text);
    for (const wrong of ['[]', '5', '"x"'])
      expect(await refuse(body, `{"parameters":${wrong}}`)).toMatchObject({
        fields: { parameters: 'Parameters must be a JSON object.' },
      });
    for (const none of ['{}', '{"parameters":null}'])
      expect(await refuse(body, none)).toMatchObject({ fields: { parameters: 'Parameters is required.' } });
  }
});
