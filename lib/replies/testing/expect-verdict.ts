import { expect } from 'vitest';
import { parseReply } from '../parse-reply';
import type { SomeCall } from './some-call';

/** Requires that the reply is this call, with these values. */
export function expectCall(reply: string, call: SomeCall): void {
  expect(parseReply(reply)).toMatchObject({ kind: 'tool_call', ...call });
}

export function expectKind(reply: string, kind: 'text' | 'malformed'): void {
  expect(parseReply(reply)).toMatchObject({ kind });
}

/**
 * Requires that the reply is not text. If it is a call, it must have exactly the values of one of these
 * calls.
 */
export function expectNoText(reply: string, calls: readonly SomeCall[]): void {
  const parsed = parseReply(reply);
  expect(parsed.kind).not.toBe('text');
  if (parsed.kind !== 'tool_call') return;
  const { tool, parameters, terminate } = parsed;
  expect(calls).toContainEqual({ tool, parameters, terminate });
}
