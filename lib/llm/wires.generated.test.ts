import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readReply } from '../convention/read-reply';
import { runs } from '../replies/testing/generated';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';
import { faults, type Wire, wire } from './testing/generated-wires';
import { type ScriptedServer, startAnsweringServer } from './testing/scripted-server';
import { respondWire } from './testing/write-wire';

let current: Wire;
let server: ScriptedServer;
beforeAll(async () => {
  server = await startAnsweringServer((response, received) => respondWire(current)(response, received));
});
afterAll(() => server.close());

/** Reads an answer as a run does. */
async function read(answer: Wire) {
  current = answer;
  const { baseUrl } = server;
  const timeouts = { requestTimeoutMs: 5_000, idleTimeoutMs: 300, retryDelayMs: 0 };
  const model = createOpenAiModel({ baseUrl, apiKey: 'sk-1234', model: 'm', name: 'M', ...timeouts });
  const { text, reply, error } = await collectReply(model);
  if (error) return { error };
  if (!reply) throw new Error('Neither a reply nor an error');
  if (!reply.content.startsWith(text) || !text.startsWith(reply.content))
    throw new Error('Other text was shown');
  return { reading: readReply(reply), reply };
}

const plainWords = /^[^{}<>]*(Try|Check|look|Word|Is |choose|Replace|Add|Look)[^{}<>]*$/;

function expectRight({ turn, isNative }: Wire, { reading, reply }: Awaited<ReturnType<typeof read>>): void {
  if (turn.call) expect(reading).toMatchObject({ kind: 'tool_call', ...turn.call, terminate: false });
  else expect(reading).toEqual({ kind: 'text', text: turn.words });
  expect(reply?.toolCalls).toHaveLength(turn.call && isNative ? 1 : 0);
}

/** The reason comes with every chunk, so only `[DONE]` tells the end. */
const isReasonEverywhere = ({ noReason }: Wire) => noReason === 'stop' || noReason === 'tool_calls';

test('an answer without a fault is read right, however it is written', async () => {
  await fc.assert(
    fc.asyncProperty(wire, async (generated) => {
      const answer: Wire = {
        ...generated,
        fault: null,
        hasDone: generated.hasDone || generated.finish === 'none' || isReasonEverywhere(generated),
      };
      const result = await read(answer);
      expectRight(answer, result);
      const isCounted = result.reply?.usage?.input === 1830;
      const hasPlace = answer.usage !== 'beside the end' || answer.finish !== 'none';
      expect(isCounted).toBe(answer.usage !== 'none' && hasPlace);
    }),
    runs(38),
  );
});

test.each(faults)('never half a call, never an exception, never without an end: %s', async (kind) => {
  await fc.assert(
    fc.asyncProperty(wire, async (generated) => {
      // In a text without a call, the added call would be the only one.
      fc.pre(kind !== 'another call' || generated.turn.call !== null);
      const at = generated.fault?.at ?? 0.5;
      const answer: Wire = { ...generated, fault: { kind, at } };
      const result = await read(answer);
      if (result.error) expect(result.error.message).toMatch(plainWords);
      else if (result.reading.kind === 'tool_call') expectRight(answer, result);
      else if (
        result.reading.kind === 'text' &&
        result.reply.finishReason !== 'length' &&
        kind !== 'a refusal'
      )
        expectRight(answer, result);
      else expect(['text', 'malformed']).toContain(result.reading.kind);
    }),
    runs(kind === 'silence' ? 2 : 4),
  );
});
