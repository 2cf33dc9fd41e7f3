import { expect } from 'vitest';
import { parseReply } from '../parse-reply';
import type { SomeCall } from './some-call';

/** The reply is this call, with these values. */
export function expectCall(reply: string, call: SomeCall): void {
  expect(parseReply(reply)).toMatchObject({ kind: 'tool_call', ...call });
}

export function expectKind(reply: string, kind: 'text' | 'malformed'): void {
  expect(parseReply(reply)).toMatchObject({ kind });
}
