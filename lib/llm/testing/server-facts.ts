import type { Personality, Turn } from './personality';
import { type ReceivedRequest, respondJson, type ScriptEntry } from './scripted-server';

/** What a server does besides its replies. */
export type ServerFacts = {
  /** What it tells about the model's window, and where. Left out: nothing. */
  tells?: { path: string; facts: unknown };
  /** What it does with a schema of the reply. Left out: it takes no notice. */
  form?: 'enforced' | 'refused';
};

/** The model that all of them have. */
export const modelName = 'test-model';
export const windowTokens = 32_768;

const named = (facts: object) => ({ id: modelName, ...facts });
const listed = (facts: object) => ({ path: '/v1/models', facts: { data: [named(facts)] } });

/** By product, as its documentation says. */
const known: Record<string, ServerFacts> = {
  Ollama: {
    tells: { path: '/api/ps', facts: { models: [{ name: modelName, context_length: windowTokens }] } },
    form: 'enforced',
  },
  'LM Studio': {
    tells: { path: '/api/v0/models', facts: { data: [named({ loaded_context_length: windowTokens })] } },
    form: 'enforced',
  },
  vLLM: { tells: listed({ max_model_len: windowTokens }), form: 'enforced' },
  'llama.cpp': {
    tells: { path: '/props', facts: { default_generation_settings: { n_ctx: windowTokens } } },
    form: 'enforced',
  },
  'llama-cpp-python': { form: 'enforced' },
  SGLang: { tells: listed({ max_model_len: windowTokens }), form: 'enforced' },
  OpenAI: { form: 'enforced' },
  Azure: { form: 'enforced' },
  OpenRouter: { tells: listed({ context_length: windowTokens }), form: 'enforced' },
  DeepSeek: { form: 'refused' },
  Gemini: { form: 'enforced' },
  Mistral: { tells: listed({ max_context_length: windowTokens }), form: 'enforced' },
  Groq: { tells: listed({ context_window: windowTokens }), form: 'enforced' },
  Together: {
    tells: { path: '/v1/models', facts: [named({ context_length: windowTokens })] },
    form: 'enforced',
  },
  Perplexity: { form: 'enforced' },
};

/** The words before the colon. */
export const productOf = (name: string): string => name.split(':')[0] ?? name;

export const factsOf = ({ name }: Pick<Personality, 'name'>): ServerFacts => known[productOf(name)] ?? {};

/** A server of this kind, whose model says these turns. */
export function serve(personality: Personality, toTurn: (received: ReceivedRequest) => Turn): ScriptEntry {
  const { tells, form } = factsOf(personality);
  return (response, received) => {
    if (!received.path.endsWith('/chat/completions')) {
      const isAsked = tells !== undefined && received.path === tells.path;
      return respondJson(isAsked ? 200 : 404, isAsked ? tells.facts : {})(response, received);
    }
    const turn = toTurn(received);
    const isFormWanted = form !== undefined && 'response_format' in received.body;
    if (!isFormWanted) return personality.answer(turn)(response, received);
    if (form === 'enforced')
      return personality.answer({ ...turn, words: toForm(turn), call: null })(response, received);
    return respondJson(400, { error: { message: 'response_format is not supported' } })(response, received);
  };
}

const toForm = ({ words, call }: Turn): string =>
  JSON.stringify(call ? { ...call, terminate: false } : { answer: words });
