import { Gate } from './gate';

export type TextGate = {
  /** Takes the next piece of a reply and returns the text that may be shown now, '' when there is none. */
  push: (delta: string) => string;
};

/**
 * Decides what of a reply may be shown while it is still arriving (docs/specifications/agent-loop-and-tools.md):
 * nothing that may turn out to be a call is let through. In any chunking,
 *
 * - what has been let through is a prefix of the text that `parseReply` will give, if it will be text;
 * - if it will be a call or malformed, only words before the attempt have been let through;
 * - reasoning is never let through, and the time spent is linear in the reply.
 *
 * Paragraphs, headings, lists, inline code and fences in other languages flow. A line with a brace waits for its end,
 * a JSON or bare fence for its closing, and what still looks like a call then closes the gate for good.
 *
 * One thing cannot be known in advance: a closing reasoning mark without an opening one makes everything before it
 * reasoning. Then `onReset` is called, before `push` returns: what was let through so far must be taken off the screen.
 * (Behind a backquote that never finds its partner, the mark is seen when its line ends.)
 */
export function createTextGate(onReset?: () => void): TextGate {
  const gate = new Gate(onReset ?? (() => undefined));
  return { push: (delta) => gate.push(delta) };
}
