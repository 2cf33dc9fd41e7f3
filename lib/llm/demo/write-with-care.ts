import type { DemoReply, DemoStep, DemoTurn } from './demo-turn';
import { stepsOf, textParameter, wasDenied } from './turn-steps';

type Writing = { reply: DemoReply } | { path: string } | { failed: DemoStep };

/**
 * Writes a new file: asks for it, takes another name when it exists or when the person who refused names one, and
 * otherwise gives up. `path` is where it went.
 */
export function writeWithCare(
  turn: DemoTurn,
  wanted: { path: string; content: string; words: string; terminate?: boolean },
): Writing {
  const { path, content, words, terminate = false } = wanted;
  const attempts = stepsOf(turn, 'write_file');
  const ask = (target: string, lead: string): Writing => ({
    reply: {
      words: lead,
      call: { tool: 'write_file', parameters: { path: target, content, overwrite: false }, terminate },
    },
  });
  const last = attempts.at(-1);
  if (!last) return ask(path, words);
  if (last.outcome.ok) return { path: textParameter(last, 'path') };
  if (attempts.length > 3) return { failed: last };
  if (last.outcome.code === 'already_exists') {
    const other = withNumber(path, attempts.length + 1);
    return ask(
      other,
      `There is a file of that name already, so I use ${other} and leave the other one alone.`,
    );
  }
  const named = wasDenied(last) ? pathIn(last.outcome.message) : null;
  if (named === null || attempts.some((attempt) => textParameter(attempt, 'path') === named))
    return { failed: last };
  return ask(named, `Sorry about that. I use ${named} instead, as you say.`);
}

/** A file's name in a person's guidance ("put it into notes/todo.md instead"). */
function pathIn(guidance: string): string | null {
  const words = guidance.split('guidance:').at(-1) ?? guidance;
  return /[\w-][\w./-]*\.[a-z]{1,5}\b/i.exec(words)?.[0] ?? null;
}

/** The path, or the first of its kind with a number, that is not taken. */
export function findFreePath(path: string, taken: readonly string[]): string {
  if (!taken.includes(path)) return path;
  for (let number = 2; ; number += 1) {
    const other = withNumber(path, number);
    if (!taken.includes(other)) return other;
  }
}

function withNumber(path: string, number: number): string {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') + 1
    ? `${path}-${number}`
    : `${path.slice(0, dot)}-${number}${path.slice(dot)}`;
}
