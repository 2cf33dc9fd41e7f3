import type { DemoReply, DemoStep, DemoTurn } from './demo-turn';
import { fileLines, nextStartLine } from './read-tool-text';
import { stepsOf, textParameter } from './turn-steps';

const maxParts = 4;

type Reading = { reply: DemoReply } | { lines: string[]; isWhole: boolean } | { failed: DemoStep };

/** Asks for a file, in up to four parts when it is long. */
export function readWholeFile(turn: DemoTurn, path: string, words: string): Reading {
  const parts = stepsOf(turn, 'read_file').filter((step) => textParameter(step, 'path') === path);
  const last = parts.at(-1);
  if (!last) return { reply: { words, call: { tool: 'read_file', parameters: { path } } } };
  const lines = parts.flatMap((part) => (part.outcome.ok ? fileLines(part.outcome.text) : []));
  if (!last.outcome.ok) return parts.length === 1 ? { failed: last } : { lines, isWhole: false };
  const startLine = nextStartLine(last.outcome.text);
  if (startLine === null) return { lines, isWhole: true };
  if (parts.length === maxParts) return { lines, isWhole: false };
  const parameters = { path, start_line: startLine };
  return {
    reply: { words: "The file is long. I'll read the next part.", call: { tool: 'read_file', parameters } },
  };
}
