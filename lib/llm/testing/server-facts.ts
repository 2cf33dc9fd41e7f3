import type { Personality, Turn } from './personality';
import { type ReceivedRequest, respondJson, type ScriptEntry } from './scripted-server';

/** Describes what a server does besides its replies. */
export type ServerFacts = {
  /** The server tells these facts about the model's window at this path. Without them, it tells nothing. */
  tells?: { path: string; facts: unknown };
  /** The server enforces or refuses a schema of the reply. Without this, it ignores the schema. */
  form?: 'enforced' | 'refused';
};

/** All these servers have this model. */
export const modelName = 'test-model';
export const windowTokens = 32_768;

const named = (facts: object) => ({ id: modelName, ...facts });
const listed = (facts: object) => ({ path: '/v1/models', facts: { data: [named(facts)] } });

/** Each product has the facts that its documentation tells. */
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

/** Returns the words before the colon. */
export const productOf = (name: string): string => name.split(':')[0] ?? name;

export const factsOf = ({ name }: Pick<Personality, 'name'>): ServerFacts => known[productOf(name)] ?? {};

/** Plays a server of this kind, whose model says these turns. */
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
