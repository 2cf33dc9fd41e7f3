import type { TranscriptMessage } from '../domain/transcript';
import type { TokenUsage } from '../domain/usage';
import type { JsonObject } from '../shared/json';

/** A language model as the agent loop sees it. An OpenAI-compatible server is one implementation. */
export interface Model {
  /** Shown to a person: "gpt-5-mini at api.openai.com", "Demo (scripted, no AI)". */
  readonly name: string;

  /**
   * The model's window in tokens: as its server tells it, or as a person entered it, whichever is less. Null: not known. Asks the
   * server at most once in a while, waits two seconds at most, and never throws.
   */
  findWindow(signal: AbortSignal): Promise<number | null>;

  /**
   * Streams one reply. Yields text as it arrives and ends with exactly one `finished` or `failed`. Expected
   * failures (rejected, rate limited, cut off, not JSON) are values after a limited number of retries. An aborted
   * `signal` throws its reason. `restarted` announces a retry after text was yielded: drop the text so far. `waiting` says what
   * is waited for before a retry, and null when the server answers.
   */
  streamReply(request: ModelRequest): AsyncIterable<ModelChunk>;
}

export type ModelRequest = {
  messages: readonly TranscriptMessage[];
  signal: AbortSignal;
  /** No retry begins after this time: the caller would end it. */
  timeLeftMs: number;
  /** A JSON Schema that the reply must follow, if the server can make it. Left out: the reply is free. */
  replySchema?: JsonObject | undefined;
};

export type ModelChunk =
  | { type: 'text'; text: string }
  | { type: 'restarted' }
  /** A sentence for a person, without secrets. */
  | { type: 'waiting'; message: string | null }
  | { type: 'finished'; reply: ModelReply }
  | { type: 'failed'; error: ModelError };

export type ModelReply = {
  /** The complete text of the reply. */
  content: string;
  /** Native function calls as the provider sent them. `parseArguments` reads `arguments`. */
  toolCalls: { name: string; arguments: string }[];
  /** `tool_use_failed`: the server took `content` for a native call and refused it. */
  finishReason: 'stop' | 'length' | 'tool_calls' | 'tool_use_failed' | 'unknown';
  /**
   * Some of it could not be read (bytes that are not UTF-8, a piece in a form that we do not know), and U+FFFD took its place: no call in it
   * is what the model meant.
   */
  isDamaged: boolean;
  /** The request carried `replySchema`. The reply need not follow it: some servers ignore it. */
  wasSchemaSent?: boolean | undefined;
  /** The server refused the request with `replySchema`, and took it without. */
  wasSchemaRefused?: boolean | undefined;
  /** The model's name as the server reports it; null when it reports none. */
  model: string | null;
  /** Null: the server reported no tokens. */
  usage: TokenUsage | null;
  /** From the request to the first sign of the reply, reasoning included. Null: it did not stream. */
  firstTokenMs: number | null;
};

export type ModelError = {
  /** The reason in the log. */
  code:
    | 'unauthorized'
    | 'refused'
    | 'content_filter'
    | 'no_credit'
    | 'rate_limited'
    | 'unavailable'
    | 'unreachable'
    | 'bad_request'
    | 'not_found'
    | 'cut_off'
    | 'not_a_model_server'
    | 'context_exceeded';
  /** Plain words for a person: what happened, where, and what to do. Never holds a key. */
  message: string;
  /** The request is longer than the model's window: how long both are, where the server says so. */
  context?: { windowTokens: number | null; requestTokens: number | null } | undefined;
};
