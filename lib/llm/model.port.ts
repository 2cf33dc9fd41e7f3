/** What the loop may know of a language model: an OpenAI-compatible server is one way to have one. */
export interface Model {
  /** Shown to a person: "gpt-5-mini at api.openai.com", "Demo (scripted, no AI)". */
  readonly name: string;

  /**
   * Streams one reply. Yields text as it arrives and ends with exactly one `finished` or `failed`. Expected
   * failures (refused, rate limited, cut, not JSON) are values after bounded retries; an aborted `signal`
   * throws its reason. A retry after text was yielded is announced by `restarted`: drop the text so far.
   */
  streamReply(request: ModelRequest): AsyncIterable<ModelChunk>;
}

export type ModelRequest = { messages: readonly ModelMessage[]; signal: AbortSignal };

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type ModelChunk =
  | { type: 'text'; text: string }
  | { type: 'restarted' }
  | { type: 'finished'; reply: ModelReply }
  | { type: 'failed'; error: ModelError };

export type ModelReply = {
  /** The whole text of the reply. */
  content: string;
  /** Native function calls, as the provider sent them; `arguments` is read by `parseArguments`. */
  toolCalls: { name: string; arguments: string }[];
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'unknown';
  /** The model's name as the server reports it; null when it reports none. */
  model: string | null;
  usage: { inputTokens: number; outputTokens: number } | null;
};

export type ModelError = {
  code:
    | 'unauthorized'
    | 'rate_limited'
    | 'unavailable'
    | 'unreachable'
    | 'bad_request'
    | 'not_found'
    | 'cut_off'
    | 'not_a_model_server';
  /** Plain words for a person: what happened, where, what to do. Never a key. */
  message: string;
};
