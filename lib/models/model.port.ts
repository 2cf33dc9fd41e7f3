import type { TranscriptMessage } from '../domain/transcript';
import type { TokenUsage } from '../domain/usage';
import type { JsonObject } from '../shared/json';

/** Represents a language model for the agent loop. An OpenAI-compatible server is one implementation. */
export interface Model {
  /** People see this name: "gpt-5-mini at api.openai.com", "Demo (scripted, no AI)". */
  readonly name: string;

  /**
   * Returns the model's window in tokens: the server's number or the person's, whichever is lower. Null means
   * that it is not known. Asks the server at most once in a while, waits at most two seconds, and never
   * throws.
   */
  findWindow(signal: AbortSignal): Promise<number | null>;

  /**
   * Streams one reply. Yields text as it arrives and ends with exactly one `finished` or `failed`. Expected
   * failures (rejected, rate limited, cut off, not JSON) are values after a limited number of retries. Throws
   * the reason of an aborted `signal`. `restarted` announces a retry after text was yielded: drop the text so
   * far. `waiting` says what a retry waits for; its message is null when the server answers.
   */
  streamReply(request: ModelRequest): AsyncIterable<ModelChunk>;
}

export type ModelRequest = {
  messages: readonly TranscriptMessage[];
  signal: AbortSignal;
  /** No retry begins after this time, because the caller would end it. */
  timeLeftMs: number;
  /** The reply must follow this JSON Schema, if the server can enforce it. Without it, the reply is free. */
  replySchema?: JsonObject | undefined;
};

export type ModelChunk =
  | { type: 'text'; text: string }
  | { type: 'restarted' }
  /** The message is a sentence for a person, without secrets. */
  | { type: 'waiting'; message: string | null }
  | { type: 'finished'; reply: ModelReply }
  | { type: 'failed'; error: ModelError };

export type ModelReply = {
  content: string;
  /** These are native function calls as the provider sent them. `parseArguments` reads `arguments`. */
  toolCalls: { name: string; arguments: string }[];
  /** `tool_use_failed` means that the server took `content` for a native call and refused it. */
  finishReason: 'stop' | 'length' | 'tool_calls' | 'tool_use_failed' | 'unknown';
  /**
   * A part of the reply was not readable (bytes that are not UTF-8, or a piece in an unknown form), and
   * U+FFFD replaces it. No call in the reply is certain to be what the model meant.
   */
  isDamaged: boolean;
  /** The request carried `replySchema`. The reply may still ignore it, because some servers do. */
  wasSchemaSent?: boolean | undefined;
  /** The server refused the request with `replySchema`, and accepted it without. */
  wasSchemaRefused?: boolean | undefined;
  /** This is the model's name as the server reports it, or null when the server reports none. */
  model: string | null;
  /** Null means that the server reported no tokens. */
  usage: TokenUsage | null;
  /**
   * Measures from the request to the first sign of the reply, reasoning included. Null means that the reply
   * did not stream.
   */
  firstTokenMs: number | null;
};

export type ModelError = {
  /** The log shows this reason. */
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
  /** Tells a person in plain words what happened, where, and what to do. It never holds a key. */
  message: string;
  /**
   * The request is longer than the model's window. This says how long both are, as far as the server says so.
   */
  context?: { windowTokens: number | null; requestTokens: number | null } | undefined;
};
