import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openToolbox } from '../../tests/open-toolbox';
import { hashCall } from '../agent/build-tool-call';
import { runs } from '../replies/testing/generated';
import type { JsonObject } from '../shared/json';
import { oddObject } from '../shared/testing/odd-json';

let tools: Awaited<ReturnType<typeof openToolbox>>;
beforeAll(async () => {
  tools = await openToolbox();
  await tools.put('a.txt', 'one\ntwo\n');
});
afterAll(() => tools.close());

test('a call with any value in any place is ready, or is refused in words', async () => {
  const { toolbox, names } = tools;
  const described = await toolbox.describe(names);
  const usual = {
    path: 'a.txt',
    from: 'a.txt',
    to: 'b.txt',
    command: 'ls',
    url: 'http://example.com/',
    folder: '.',
  };
  const call = fc.constantFrom(...described).chain(({ name, parameters }) => {
    const known = parameters.map((one) => [one.name, usual[one.name as keyof typeof usual] ?? 'text']);
    return fc.record({ tool: fc.constant(name), parameters: oddObject(Object.fromEntries(known)) });
  });
  let ready = 0;
  await fc.assert(
    fc.asyncProperty(call, async ({ tool, parameters }) => {
      const sent = JSON.parse(JSON.stringify(parameters)) as JsonObject;
      const prepared = await toolbox.prepare({ tool, parameters: sent, listed: names });
      expect(tools.unexpected).toEqual([]);
      if (prepared.status === 'ready') ready += 1;
      else expect(prepared.message).not.toMatch(/^$|is not a function|primitive value|\[object/);
      expect(hashCall({ tool, parameters: sent })).toMatch(/^[0-9a-f]{64}$/);
    }),
    runs(400),
  );
  expect(ready).toBeGreaterThan(20);
});
