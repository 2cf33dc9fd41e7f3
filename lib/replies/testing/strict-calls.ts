import type { SomeCall } from './some-call';

/**
 * Finds every call that strict JSON reads in a text, from any opening brace to any closing one. It is slow,
 * but simple.
 */
export function strictCalls(text: string): SomeCall[] {
  const calls: SomeCall[] = [];
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
      const call = readCall(text.slice(start, end + 1));
      if (call) calls.push(call);
    }
  }
  return calls;
}

function readCall(text: string): SomeCall | null {
  try {
    const value: Partial<SomeCall> = JSON.parse(text);
    const { tool, parameters, terminate } = value;
    const isCall =
      typeof tool === 'string' &&
      typeof terminate === 'boolean' &&
      typeof parameters === 'object' &&
      parameters !== null &&
      !Array.isArray(parameters);
    return isCall ? { tool, parameters, terminate } : null;
  } catch {
    return null;
  }
}
