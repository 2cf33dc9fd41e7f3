import '../logging/testing/quiet-log';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFixtureApp } from '../../tests/open-fixture-app';
import { openRoutes } from '../../tests/open-routes';
import { runs } from '../replies/testing/generated';
import { oddObject, oddValue } from '../shared/testing/odd-json';

let fixture: Awaited<ReturnType<typeof openFixtureApp>>;
const send = openRoutes(process.cwd());

beforeAll(async () => {
  fixture = await openFixtureApp('2026-11-22');
});
afterAll(() => fixture.close());

const server = {
  provider: 'openai_compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'a-key',
  headers: [{ name: 'x-team', value: 'one' }],
  query: [{ name: 'api-version', value: '1' }],
  temperature: 0.5,
  stop: ['end'],
  prices: { input: 1, output: 2 },
};
const model = { ...server, name: 'Mine', model: 'small', isDefault: false };
const values = { request: 'Read it', document: 'README.md', folder: '.', text: 'a', title: 'A', note: 'b' };
const start = { parameters: values, idempotencyKey: 'one', modelId: 'demo', consent: 'a' };

async function bodiesByRoute(): Promise<[string, Record<string, unknown>][]> {
  const { runId, conversationId } = fixture.recorded.story.waiting.write;
  const { items } = await fixture.app.services.approvals.list({
    filter: 'pending',
    search: null,
    cursor: null,
    limit: 1,
  });
  const { workflows } = await fixture.app.services.workflows.list();
  return [
    ['POST /api/conversations', {}],
    [`PATCH /api/conversations/${conversationId}`, { title: 'A title' }],
    [
      `POST /api/conversations/${conversationId}/messages`,
      { text: 'Hello', idempotencyKey: 'k', modelId: 'demo' },
    ],
    [`POST /api/runs/${runId}/continue`, {}],
    [`POST /api/runs/${runId}/outcome`, { choice: 'worked', result: 'It did' }],
    [`POST /api/approvals/${items[0]?.id}/decision`, { decision: 'approve', digest: 'other' }],
    [
      `POST /api/approvals/${items[0]?.id}/decision`,
      { decision: 'reject_with_guidance', guidance: '', digest: 'a' },
    ],
    ['PUT /api/settings/model', { id: 'demo' }],
    ['POST /api/settings/models', model],
    ['PUT /api/settings/models/mdl_other', model],
    ['POST /api/settings/model/models', server],
    ['PUT /api/settings/prompts/default', { text: 'You help.' }],
    ...workflows.flatMap(({ id }): [string, Record<string, unknown>][] => [
      [`POST /api/workflows/${id}/plan`, { parameters: values }],
      [`POST /api/workflows/${id}/runs`, start],
    ]),
  ];
}

/** Generates odd values for the members of the body, and for the members of those. */
function oddBody(usual: Record<string, unknown>): fc.Arbitrary<unknown> {
  const members = Object.entries(usual).map(([name, value]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    const odd = isGroup ? oddObject(value as Record<string, unknown>) : oddValue;
    return fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, odd));
  });
  const changed = fc.tuple(...members).map((entries) => Object.fromEntries(entries));
  return fc.oneof({ weight: 4, arbitrary: changed }, oddObject(usual), oddValue);
}

it('a body with any value in any place is taken, or is refused in words', async () => {
  const bodies = await bodiesByRoute();
  const request = fc
    .constantFrom(...bodies)
    .chain(([route, usual]) => fc.tuple(fc.constant(route), oddBody(usual)));
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async ([route, body]) => {
      const [method = '', address = ''] = route.split(' ');
      const { status, json } = await send(method, address, JSON.parse(JSON.stringify(body)));
      statuses.add(status);
      expect(json).not.toMatchObject({ error: { code: 'internal_error' } });
      expect(JSON.stringify(json)).not.toMatch(/\[object Object\]/);
    }),
    runs(150),
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
});
