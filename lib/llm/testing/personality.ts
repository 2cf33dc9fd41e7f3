import { respondStream, type ScriptEntry } from './scripted-server';

/** What a model says in one turn. */
export type Turn = {
  thoughts: string;
  words: string;
  call: { tool: string; parameters: Record<string, unknown> } | null;
};

/** How one kind of server writes a model's turn on the wire, as its documentation and bug reports show it. */
export type Personality = { name: string; answer: (turn: Turn) => ScriptEntry };

/** The turn in our own convention. */
export const textOf = ({ words, call }: Turn): string =>
  call ? `${words}\n${JSON.stringify({ ...call, terminate: false })}` : words;

export const cut = (text: string, length = 9): string[] =>
  text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];

export const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

export const done = 'data: [DONE]\n\n';

/** Chunks of one server: `common` is in each of them, `inChoice` in each of their choices. */
export function chunksOf(common: object, inChoice: object = {}) {
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    event({
      id: 'chatcmpl-7f3',
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model: 'test-model-2026',
      ...common,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish, ...inChoice }],
      ...more,
    });
  const tail = (more: object) =>
    event({ id: 'chatcmpl-7f3', model: 'test-model-2026', ...common, choices: [], ...more });
  return { chunk, tail };
}

export const usage = { prompt_tokens: 1830, completion_tokens: 61, total_tokens: 1891 };

/** A server that streams a turn as these parts. */
export const streams = (name: string, write: (turn: Turn) => (string | Uint8Array)[]): Personality => ({
  name,
  answer: (turn) => respondStream(write(turn)),
});
