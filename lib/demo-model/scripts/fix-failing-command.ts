import type { DemoReply, DemoScript, DemoStep, DemoTurn } from '../demo-turn';
import { findMistake } from '../known-mistakes';
import { commandOutput, fileLines } from '../read-tool-text';
import { lastStep, stepsOf, textParameter, wasRejected, whyNot } from '../turn-steps';

const maxFiles = 3;
const sampleCommand = 'node check.mjs';
const howToRestoreSample =
  'To see it fail again, reset the sample files in *Settings*, or start *Find and replace with review* and replace `1 - discount` with `1 + discount` in the folder `app`.';

/**
 * Runs the command, reads the files that its output names, fixes a mistake it knows, and runs the command
 * again.
 */
export const fixFailingCommand: DemoScript = (turn) => {
  const command = turn.values['command'] ?? '';
  const folder = turn.values['folder'] ?? '.';
  const run = { tool: 'run_command', parameters: { command, folder, timeout_seconds: 60 } };
  const first = stepsOf(turn, 'run_command')[0];
  if (!first) return { words: "I'll run the command once to see what happens.", call: run };
  if (wasRejected(first))
    return { answer: `You rejected the command, so I didn’t run it.\n\n${whyNot(first)}` };
  if (isGood(first))
    return {
      answer: `\`${command}\` works, so there is nothing to fix.\n\n${quoteOutput(first)}${howToRepeat(turn)}`,
    };

  const edit = lastStep(turn, 'edit_file');
  if (edit) return afterEdit(turn, edit, { command, again: run });
  const named = filesIn(outputOf(first), folder);
  const reads = stepsOf(turn, 'read_file');
  for (const read of reads) {
    const path = textParameter(read, 'path');
    const mistake = read.outcome.ok ? findMistake(fileLines(read.outcome.text)) : null;
    if (!mistake) continue;
    const parameters = { path, old_text: mistake.line, new_text: mistake.repaired, replace_all: false };
    return {
      words: `${path}, line ${mistake.lineNumber}: ${mistake.why}`,
      call: { tool: 'edit_file', parameters },
    };
  }
  const imported = reads.flatMap((read) => importsOf(read));
  const tried = reads.map((read) => textParameter(read, 'path'));
  const next = [...new Set([...named, ...imported])].find((path) => !tried.includes(path));
  if (next !== undefined && reads.length < maxFiles) {
    const words =
      reads.length === 0 ? `The command failed. I'll read ${next}, which it uses.` : `Next, ${next}.`;
    return { words, call: { tool: 'read_file', parameters: { path: next } } };
  }
  return {
    answer: `\`${command}\` fails, and this script doesn’t recognize the mistake. A real model could look into it.\n\n${quoteOutput(first)}`,
  };
};

function afterEdit(
  turn: DemoTurn,
  edit: DemoStep,
  {
    command,
    again,
  }: { command: string; again: { tool: string; parameters: { command: string; folder: string } } },
): DemoReply {
  const change = `\`\`\`diff\n- ${textParameter(edit, 'old_text').trim()}\n+ ${textParameter(edit, 'new_text').trim()}\n\`\`\``;
  if (!edit.outcome.ok) return { answer: `I didn’t make this change:\n\n${change}\n\n${whyNot(edit)}` };
  const runs = stepsOf(turn, 'run_command');
  const second = runs[1];
  if (!second) return { words: "Fixed. I'll run the command again to make sure.", call: again };
  const path = textParameter(edit, 'path');
  if (wasRejected(second))
    return { answer: `I changed \`${path}\` but didn’t run the command again.\n\n${change}` };
  const verdict = isGood(second) ? 'works now' : 'still fails';
  return {
    answer: `\`${command}\` ${verdict}. I changed one line of \`${path}\`:\n\n${change}\n\n${quoteOutput(second)}`,
  };
}

/** The first fix removes the sample's mistake, so a second run says how to bring it back. */
function howToRepeat(turn: DemoTurn): string {
  if (turn.values['command'] !== sampleCommand) return '';
  return `\n\n${howToRestoreSample}`;
}

function isGood(step: DemoStep): boolean {
  return step.outcome.ok && commandOutput(step.outcome.text).exitCode === 0;
}

function outputOf({ outcome }: DemoStep): string {
  return outcome.ok ? commandOutput(outcome.text).output : outcome.message;
}

function quoteOutput(step: DemoStep): string {
  const output = outputOf(step).trim();
  return output === ''
    ? 'It printed nothing.'
    : `It printed:\n\n~~~\n${output.slice(-1_500).replaceAll('~~~', '~ ~ ~')}\n~~~`;
}

/**
 * Finds the source files that the output names (`price.mjs`, `file:///…/app/price.mjs:3:1`). Returns paths of
 * the workspace.
 */
function filesIn(output: string, folder: string): string[] {
  const names = output.match(/[\w@./-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|sh|json)\b/g) ?? [];
  const base = folder === '.' || folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
  return [...new Set(names)]
    .filter((name) => !name.includes('node_modules') && !name.includes('node:'))
    .map((name) => {
      const inside = base === '' ? -1 : name.lastIndexOf(`/${base}`);
      if (inside >= 0) return name.slice(inside + 1);
      return name.startsWith('/') || name.startsWith('..') ? '' : base + name.replace(/^\.\//, '');
    })
    .filter((path) => path !== '');
}

/** Finds the files in the same folder that a script imports, because the mistake is often in one of them. */
function importsOf(read: DemoStep): string[] {
  if (!read.outcome.ok) return [];
  const path = textParameter(read, 'path');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const imports = fileLines(read.outcome.text)
    .join('\n')
    .matchAll(/(?:from|import|require\()\s*['"]\.\/([\w./-]+)['"]/g);
  return Array.from(imports, (match) => folder + (match[1] ?? ''));
}
