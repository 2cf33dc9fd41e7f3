import type { DemoReply, DemoStep, DemoTurn } from './demo-turn';
import { guidanceOf, stepsOf, textParameter } from './turn-steps';

type Writing = { reply: DemoReply } | { path: string } | { failed: DemoStep };

/**
 * Writes a new file. Uses another name when the name is taken or when the guidance of a rejection names one,
 * and otherwise gives up. `path` is the name that the file got.
 */
export function writeWithCare(
  turn: DemoTurn,
  wanted: { path: string; content: string; words: string },
): Writing {
  const { path, content, words } = wanted;
  const attempts = stepsOf(turn, 'write_file');
  const ask = (target: string, lead: string): Writing => ({
    reply: {
      words: lead,
      call: { tool: 'write_file', parameters: { path: target, content, overwrite: false } },
    },
  });
  const last = attempts.at(-1);
  if (!last) return ask(path, words);
  if (last.outcome.ok) return { path: textParameter(last, 'path') };
  if (attempts.length > 3) return { failed: last };
  if (last.outcome.code === 'already_exists') {
    const other = withNumber(path, attempts.length + 1);
    return ask(other, `That file already exists, so I'll use ${other} and leave the first one as it is.`);
  }
  const named = pathIn(guidanceOf(last) ?? '');
  if (named === null || attempts.some((attempt) => textParameter(attempt, 'path') === named))
    return { failed: last };
  return ask(named, `I'll use ${named} instead.`);
}

/** Finds a file's name in a person's guidance: "put it into notes/todo.md instead". */
function pathIn(guidance: string): string | null {
  return /[\w-][\w./-]*\.[a-z]{1,5}\b/i.exec(guidance)?.[0] ?? null;
}

function withNumber(path: string, number: number): string {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') + 1
    ? `${path}-${number}`
    : `${path.slice(0, dot)}-${number}${path.slice(dot)}`;
}
