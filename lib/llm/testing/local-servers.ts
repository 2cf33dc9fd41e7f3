import { chunksOf, cut, done, event, type Personality, streams, textOf, usage } from './personality';

const ollama = chunksOf({ system_fingerprint: 'fp_ollama' });
const lmStudio = chunksOf({ system_fingerprint: 'qwen3-8b' });
const vllm = chunksOf({}, { stop_reason: null, token_ids: null });
const llamaCpp = chunksOf({ system_fingerprint: 'b6730-1' });
const plain = chunksOf({});

const timings = { prompt_n: 41, predicted_n: 61, predicted_per_second: 38.1 };

/** These programs run a model on a person's own machine. */
export const localServers: Personality[] = [
  streams('Ollama: the role in every chunk, thoughts as reasoning', (turn) => [
    ...cut(turn.thoughts).map((reasoning) => ollama.chunk({ role: 'assistant', content: '', reasoning })),
    ...cut(textOf(turn)).map((content) => ollama.chunk({ role: 'assistant', content })),
    ollama.chunk({ role: 'assistant', content: '' }, 'stop'),
    ollama.tail({ usage }),
    done,
  ]),
  streams('Ollama: a native call without index that ends with "stop"', ({ words, call }) => [
    ollama.chunk({ role: 'assistant', content: words }),
    ...(call
      ? [
          ollama.chunk({
            role: 'assistant',
            content: '',
            tool_calls: [
              {
                id: 'call_8',
                type: 'function',
                function: { name: call.tool, arguments: JSON.stringify(call.parameters) },
              },
            ],
          }),
        ]
      : []),
    ollama.chunk({ role: 'assistant', content: '' }, 'stop'),
    done,
  ]),
  streams('LM Studio', (turn) => [
    ...cut(textOf(turn)).map((content) => lmStudio.chunk({ role: 'assistant', content })),
    lmStudio.chunk({}, 'stop'),
    lmStudio.tail({ usage, stats: {} }),
    done,
  ]),
  streams('vLLM: the role alone first, null reasoning content', (turn) => [
    vllm.chunk({ role: 'assistant', content: '' }, null, { prompt_token_ids: null }),
    ...cut(textOf(turn)).map((content) => vllm.chunk({ content, reasoning_content: null })),
    vllm.chunk({ content: '', reasoning_content: null }, 'stop'),
    vllm.tail({ usage }),
    done,
  ]),
  streams('vLLM: a native call, its arguments in steps', ({ words, call }) => [
    vllm.chunk({ role: 'assistant', content: words }),
    ...(call
      ? [
          vllm.chunk({
            tool_calls: [
              { index: 0, id: 'chatcmpl-tool-1', type: 'function', function: { name: call.tool } },
            ],
          }),
          ...cut(JSON.stringify(call.parameters)).map((text) =>
            vllm.chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
          ),
        ]
      : []),
    vllm.chunk({ content: '' }, call ? 'tool_calls' : 'stop'),
    done,
  ]),
  streams('llama.cpp: null content first, timings last', (turn) => [
    llamaCpp.chunk({ role: 'assistant', content: null }),
    ...cut(turn.thoughts).map((reasoning_content) => llamaCpp.chunk({ reasoning_content })),
    ...cut(textOf(turn)).map((content) => llamaCpp.chunk({ content })),
    llamaCpp.chunk({}, 'stop'),
    llamaCpp.tail({ usage, timings }),
    done,
  ]),
  streams('llama-cpp-python: CRLF and pings', (turn) => [
    ': ping - 2026-11-22 09:00:00.000000+00:00\r\n\r\n',
    ...[
      plain.chunk({ role: 'assistant' }),
      ...cut(textOf(turn)).map((content) => plain.chunk({ content })),
      plain.chunk({}, 'stop'),
      done,
    ].map((text) => text.replaceAll('\n', '\r\n')),
  ]),
  streams('SGLang', (turn) => [
    plain.chunk({ role: 'assistant', content: '', reasoning_content: null, tool_calls: null }),
    ...cut(textOf(turn)).map((content) =>
      plain.chunk({ content, reasoning_content: null, tool_calls: null }),
    ),
    event({
      choices: [{ index: 0, delta: { content: null }, finish_reason: 'stop', matched_stop: 151645 }],
      usage: null,
    }),
    plain.tail({ usage }),
    done,
  ]),
  streams('Text Generation Inference: no space after the colon, an end token as the reason, no end', (turn) =>
    [
      ...cut(textOf(turn)).map((content) => plain.chunk({ role: 'assistant', content })),
      plain.chunk({ role: 'assistant', content: '' }, 'eos_token'),
    ].map((text) => text.replace('data: ', 'data:')),
  ),
  streams('KoboldCpp: named events', (turn) => [
    // Older versions send the word "null" for a reply that continues.
    ...cut(textOf(turn)).map((content) => `event: message\n${plain.chunk({ content }, 'null')}`),
    `event: message\n${plain.chunk({ content: '' }, 'stop')}`,
    done,
  ]),
];
