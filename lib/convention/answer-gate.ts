import { createTextGate, type TextGate } from '../replies/stream/text-gate';

const opening = /^\s*\{\s*"answer"\s*:\s*"/;
/** A server may ignore the schema, or refuse it and be asked without: then the reply is no JSON object. */
const otherReply = /^[ \t\n\r]*[^ \t\n\r{]/;
/** More blanks than this are no beginning of an answer. */
const longestOpening = 200;
/** Complete characters of a JSON string. A high surrogate waits for the low one. */
const characters =
  /(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u(?![dD][89abAB])[0-9a-fA-F]{4})+/uy;

/**
 * For replies to requests that were to carry the schema of a reply: lets the words of `{"answer": "…"}` through while they arrive,
 * nothing of any other object, and of a free reply what `createTextGate` does.
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

/** Two escapes of six characters: what is longer and still no character is no JSON. */
const longestEscape = 12;
