import { expect, test } from 'vitest';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';
import { chunk, DONE, respondStream, startScriptedServer } from './testing/scripted-server';

const call = '{"tool":"write_file","parameters":{"path":"größe.md","content":"x"},"terminate":false}';
const inText = (noReason: string | null) =>
  Buffer.from(
    [
      chunk({ role: 'assistant', content: '' }, noReason),
      chunk({ content: call.slice(0, 40) }, noReason),
      chunk({ content: call.slice(40) }, noReason),
      chunk({}, 'stop'),
      DONE,
    ].join(''),
  );
const parameters = '{"path":"größe.md"}';
const piece = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] });
const native = Buffer.from(
  [
    chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'read_file', arguments: '' } }] }),
    chunk(piece(parameters.slice(0, 12))),
    chunk(piece(parameters.slice(12))),
    chunk({}, 'tool_calls'),
    DONE,
  ].join(''),
);

test.each([
  { name: 'text', recorded: inText(null), content: call, toolCalls: [] },
  { name: 'text with "none" for a reason', recorded: inText('none'), content: call, toolCalls: [] },
  {
    name: 'a native call',
    recorded: native,
    content: '',
    toolCalls: [{ name: 'read_file', arguments: parameters }],
  },
])(
  '$name cut at any byte is whole in the end, never a part of it, and no text comes twice',
  async ({ recorded, content, toolCalls }) => {
    const offsets = Array.from({ length: recorded.length }, (_, offset) => offset);
    const server = await startScriptedServer(
      offsets.flatMap((offset) => {
        const head = recorded.subarray(0, offset);
        if (/"finish_reason":"(?!none)\w+"\}\]\}/.test(String(head))) return [respondStream([head])];
        return [respondStream([head], offset % 2 === 0 ? 'end' : 'break'), respondStream([recorded])];
      }),
    );
    const model = createOpenAiModel({
      baseUrl: server.baseUrl,
      apiKey: null,
      model: 'm',
      name: 'n',
      retryDelayMs: 0,
    });
    for (const offset of offsets) {
      const { text, reply } = await collectReply(model);
      expect([offset, text, reply?.content, reply?.toolCalls]).toEqual([offset, content, content, toolCalls]);
    }
    expect(offsets.length).toBeGreaterThan(500);
    await server.close();
  },
);
