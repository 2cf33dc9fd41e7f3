import { chunksOf, cut, done, event, type Personality, streams, textOf, usage } from './personality';

const openAi = chunksOf({ service_tier: 'default', system_fingerprint: 'fp_1', usage: null });
const openRouter = chunksOf({ provider: 'DeepInfra' }, { native_finish_reason: null });
const azure = chunksOf({ system_fingerprint: 'fp_2' }, { content_filter_results: {} });
const deepSeek = chunksOf({ system_fingerprint: 'fp_3' });
const gemini = chunksOf({ id: '' });
const plain = chunksOf({});

/** These are services on the internet. */
export const hostedServers: Personality[] = [
  streams('OpenAI', (turn) => [
    openAi.chunk({ role: 'assistant', content: '', refusal: null }),
    ...cut(textOf(turn)).map((content) => openAi.chunk({ content }, null, { obfuscation: 'x8' })),
    openAi.chunk({}, 'stop'),
    openAi.tail({ usage: { ...usage, completion_tokens_details: { reasoning_tokens: 0 } } }),
    done,
  ]),
  streams('OpenRouter: comments, reasoning details, usage beside a choice', (turn) => [
    ': OPENROUTER PROCESSING\n\n',
    ': OPENROUTER PROCESSING\n\n',
    ...cut(turn.thoughts).map((text) =>
      openRouter.chunk({
        role: 'assistant',
        content: '',
        reasoning: text,
        reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }],
      }),
    ),
    ...cut(textOf(turn)).map((content) => openRouter.chunk({ role: 'assistant', content })),
    openRouter.chunk({ role: 'assistant', content: '' }, 'stop'),
    openRouter.chunk({ role: 'assistant', content: '' }, null, { usage: { ...usage, cost: 0.0004 } }),
    done,
  ]),
  streams('Azure: an event without choices first, a choice without delta last', (turn) => [
    azure.tail({ model: '', prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }),
    azure.chunk({ role: 'assistant', content: '' }),
    ...cut(textOf(turn)).map((content) => azure.chunk({ content })),
    azure.chunk({}, 'stop'),
    event({ choices: [{ index: 0, finish_reason: null, content_filter_offsets: { check_offset: 44 } }] }),
    azure.tail({ usage }),
    done,
  ]),
  streams('DeepSeek: keep-alive comments and reasoning content', (turn) => [
    ': keep-alive\n\n',
    deepSeek.chunk({ role: 'assistant', content: null, reasoning_content: '' }),
    ...cut(turn.thoughts).map((reasoning_content) => deepSeek.chunk({ content: null, reasoning_content })),
    ': keep-alive\n\n',
    ...cut(textOf(turn)).map((content) => deepSeek.chunk({ content, reasoning_content: null })),
    deepSeek.chunk({ content: '' }, 'stop', { usage: { ...usage, prompt_cache_hit_tokens: 1792 } }),
    done,
  ]),
  streams('Gemini: no id', (turn) => [
    ...cut(textOf(turn), 40).map((content) => gemini.chunk({ role: 'assistant', content })),
    gemini.chunk({ role: 'assistant' }, 'stop', { usage }),
    done,
  ]),
  streams('Gemini: a native call without index, with a signature of its thoughts', ({ words, call }) => [
    gemini.chunk({ role: 'assistant', content: words }, call ? null : 'stop'),
    ...(call
      ? [
          gemini.chunk(
            {
              role: 'assistant',
              tool_calls: [
                {
                  extra_content: { google: { thought_signature: 'Cp4BAdHtim8' } },
                  function: { name: call.tool, arguments: JSON.stringify(call.parameters) },
                  id: '',
                  type: 'function',
                },
              ],
            },
            'stop',
          ),
        ]
      : []),
    done,
  ]),
  streams('Mistral: content in parts, thoughts among them', (turn) => [
    plain.chunk({ role: 'assistant', content: '' }, null, { p: 'abcdef' }),
    ...cut(turn.thoughts).map((text) =>
      plain.chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }),
    ),
    ...cut(textOf(turn)).map((text) => plain.chunk({ content: [{ type: 'text', text }] })),
    plain.chunk({ content: '' }, 'stop', { usage }),
    done,
  ]),
  streams('Groq: usage in a field of its own', (turn) => [
    plain.chunk({ role: 'assistant', content: '' }, null, { x_groq: { id: 'req_01' } }),
    ...cut(turn.thoughts).map((reasoning) => plain.chunk({ channel: 'analysis', reasoning })),
    ...cut(textOf(turn)).map((content) => plain.chunk({ content })),
    plain.chunk({}, 'stop', { x_groq: { id: 'req_01', usage } }),
    done,
  ]),
  streams('Together: a text beside each delta, ends with "eos"', (turn) => [
    ...cut(textOf(turn)).map((text) =>
      event({
        id: 'ntFQ',
        object: 'chat.completion.chunk',
        choices: [
          {
            index: 0,
            text,
            logprobs: null,
            finish_reason: null,
            seed: null,
            delta: { token_id: 2, content: text },
          },
        ],
        usage: null,
      }),
    ),
    event({
      choices: [
        {
          index: 0,
          text: '',
          finish_reason: 'eos',
          seed: 7,
          delta: { token_id: 1, content: '', tool_calls: [] },
        },
      ],
      usage,
    }),
    done,
  ]),
  streams('Perplexity: the whole message so far beside each delta', (turn) => {
    const pieces = cut(textOf(turn));
    const chunk = (content: string, index: number, finish_reason: string | null) =>
      event({
        object: 'chat.completion.chunk',
        citations: [],
        usage,
        choices: [
          {
            index: 0,
            finish_reason,
            message: { role: 'assistant', content: pieces.slice(0, index + 1).join('') },
            delta: { role: 'assistant', content },
          },
        ],
      });
    return pieces.map((content, index) => chunk(content, index, index + 1 === pieces.length ? 'stop' : null));
  }),
  streams('Bedrock: reasoning as tags in the text', (turn) => [
    plain.chunk({ role: 'assistant', content: `<think>${turn.thoughts}</think>\n\n` }),
    ...cut(textOf(turn)).map((content) => plain.chunk({ content })),
    plain.chunk({}, 'stop'),
    done,
  ]),
  streams('LiteLLM: arguments as an object', ({ words, call }) => [
    plain.chunk({ role: 'assistant', content: words, provider_specific_fields: null }),
    ...(call
      ? [
          plain.chunk({
            tool_calls: [
              {
                index: 0,
                id: 'call_1',
                type: 'function',
                function: { name: call.tool, arguments: call.parameters },
              },
            ],
          }),
        ]
      : []),
    plain.chunk({}, call ? 'tool_calls' : 'stop'),
    done,
  ]),
];
