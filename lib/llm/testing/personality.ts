import { respondStream, type ScriptEntry } from './scripted-server';

/** Describes what a model says in one turn. */
export type Turn = {
  thoughts: string;
  words: string;
  call: { tool: string; parameters: Record<string, unknown> } | null;
};

/** Writes a model's turn as one kind of server sends it, according to its documentation and bug reports. */
export type Personality = { name: string; answer: (turn: Turn) => ScriptEntry };

/** Writes the turn in our own convention. */
export const textOf = ({ words, call }: Turn): string =>
  call ? `${words}\n${JSON.stringify({ ...call, terminate: false })}` : words;

export const cut = (text: string, length = 9): string[] =>
  text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];

export const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

export const done = 'data: [DONE]\n\n';

/** Builds the chunks of one server. Each chunk has `common`, and each choice has `inChoice`. */
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

/** Describes a server that streams a turn as these parts. */
export const streams = (name: string, write: (turn: Turn) => (string | Uint8Array)[]): Personality => ({
  name,
  answer: (turn) => respondStream(write(turn)),
});
