import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import {
  chunk,
  DONE,
  respondJson,
  respondStream,
  type ScriptEntry,
  startAnsweringServer,
} from './scripted-server';

type Message = { role: string; content: string };

export type WindowServerOptions = {
  kind: 'llama.cpp' | 'vLLM' | 'Ollama';
  windowTokens: number;
  /**
   * The server cuts silently in the middle of a message and reports this number, for any kind. Without it,
   * the server does what its kind does.
   */
  readsAtMostTokens?: number;
  /**
   * The server answers questions about the window. The app recognizes a server that does not tell by its
   * refusals and cuts.
   */
  tellsWindow: boolean;
  /** Writes the reply to the request with this number. The first is 1, and refused requests do not count. */
  reply: (number: number) => string;
};

export type WindowServer = {
  baseUrl: string;
  /** Holds the tokens that the model read, and the messages, for each answered request. */
  answered: { promptTokens: number; isCut: boolean; messages: Message[] }[];
  refusals: () => number;
  /** Counts the requests for anything but a reply. */
  questions: () => number;
  close(): Promise<void>;
};

/**
 * Starts a server whose model has a window. It counts tokens with a real tokenizer, and treats a request that
 * is too long as its kind does.
 */
export async function startWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  const answered: WindowServer['answered'] = [];
  let refusals = 0;
  let questions = 0;
  const complete: ScriptEntry = (response, received) => {
    const messages = received.body['messages'] as Message[];
    const asked = countAll(messages);
    const most = options.readsAtMostTokens ?? options.windowTokens - leastAnswer;
    const isTooLong = asked > most;
    if (isTooLong && options.readsAtMostTokens === undefined && options.kind !== 'Ollama') {
      refusals += 1;
      return respondJson(400, toRefusal(options, asked))(response, received);
    }
    const read = isTooLong ? cutSilently(messages, most) : messages;
    const promptTokens = Math.min(asked, options.readsAtMostTokens ?? countAll(read));
    answered.push({ promptTokens, isCut: isTooLong, messages });
    const text = options.reply(answered.length);
    const usage = { prompt_tokens: promptTokens, completion_tokens: countTokens(text) };
    const end = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
    return respondStream([chunk({ content: text }), chunk({}, 'stop'), end, DONE])(response, received);
  };
  const server = await startAnsweringServer((response, received) => {
    if (received.path === '/v1/chat/completions') return complete(response, received);
    questions += 1;
    const facts = options.tellsWindow ? toFacts(options, received.path) : null;
    return respondJson(facts ? 200 : 404, facts ?? { error: 'not found' })(response, received);
  });
  return {
    baseUrl: server.baseUrl,
    answered,
    refusals: () => refusals,
    questions: () => questions,
    close: server.close,
  };
}

const leastAnswer = 64;

/** Drops the system prompt first, then the oldest messages, as Ollama does. */
function cutSilently(messages: readonly Message[], tokens: number): Message[] {
  const left = [...messages];
  while (left.length > 1 && countAll(left) > tokens) left.shift();
  return left;
}

function toRefusal({ kind, windowTokens }: WindowServerOptions, asked: number): object {
  if (kind === 'vLLM') {
    const message = `This model's maximum context length is ${windowTokens} tokens. However, you requested ${asked} tokens in the messages, Please reduce the length of the messages.`;
    return { object: 'error', message, type: 'BadRequestError', param: null, code: 400 };
  }
  const message = `request (${asked} tokens) exceeds the available context size (${windowTokens} tokens), try increasing it`;
  const type = 'exceed_context_size_error';
  return { error: { code: 400, message, type, n_prompt_tokens: asked, n_ctx: windowTokens } };
}

function toFacts({ kind, windowTokens }: WindowServerOptions, path: string): object | null {
  if (kind === 'llama.cpp' && path === '/props')
    return { default_generation_settings: { n_ctx: windowTokens }, total_slots: 1 };
  if (kind === 'vLLM' && path === '/v1/models')
    return { object: 'list', data: [{ id: 'test-model', owned_by: 'vllm', max_model_len: windowTokens }] };
  if (kind === 'Ollama' && path === '/api/ps')
    return {
      models: [{ name: 'test-model:latest', model: 'test-model:latest', context_length: windowTokens }],
    };
  if (kind === 'Ollama' && path === '/api/show')
    return { parameters: 'stop "<|im_end|>"', model_info: { 'llama.context_length': 131_072 } };
  return null;
}

const counts = new Map<string, number>();

/** Counts each message with the marks around it. */
function countAll(messages: readonly Message[]): number {
  let tokens = 3;
  for (const { content } of messages) {
    const known = counts.get(content) ?? countTokens(content);
    counts.set(content, known);
    tokens += known + 4;
  }
  return tokens;
}
