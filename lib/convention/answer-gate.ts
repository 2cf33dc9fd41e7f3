import { createTextGate, type TextGate } from '../replies/stream/text-gate';

const opening = /^\s*\{\s*"answer"\s*:\s*"/;
/**
 * Matches a reply that is no JSON object: the server ignored the schema, or refused it and was asked without
 * it.
 */
const otherReply = /^[ \t\n\r]*[^ \t\n\r{]/;
/** An answer does not begin with more blanks than this. */
const longestOpening = 200;
/** Matches complete characters of a JSON string. A high surrogate waits for the low one. */
const characters =
  /(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u(?![dD][89abAB])[0-9a-fA-F]{4})+/uy;

/**
 * Gates replies to requests that were meant to carry the schema of a reply. It lets the words of
 * `{"answer": "…"}` through while they arrive, and nothing of any other object. It treats a free reply as
 * `createTextGate` does.
 */
export function createAnswerGate(onReset?: () => void): TextGate {
  let free: TextGate | null = null;
  let state: 'opening' | 'words' | 'closed' = 'opening';
  let held = '';
  return {
    push(delta) {
      if (free) return free.push(delta);
      if (state === 'closed') return '';
      held += delta;
      if (state === 'opening') {
        const found = opening.exec(held);
        if (otherReply.test(held)) {
          free = createTextGate(onReset);
          return free.push(held);
        }
        if (!found) {
          if (held.length > longestOpening) state = 'closed';
          return '';
        }
        state = 'words';
        held = held.slice(found[0].length);
      }
      characters.lastIndex = 0;
      const [complete = ''] = characters.exec(held) ?? [];
      held = held.slice(complete.length);
      if (held.startsWith('"') || held.length > longestEscape) state = 'closed';
      return JSON.parse(`"${complete}"`) as string;
    },
  };
}

/** Two escapes of six characters fit into this. A longer rest without a complete character is not JSON. */
const longestEscape = 12;
