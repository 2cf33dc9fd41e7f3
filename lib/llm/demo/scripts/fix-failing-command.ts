import type { DemoReply, DemoScript, DemoStep, DemoTurn } from '../demo-turn';
import { findMistake } from '../known-mistakes';
import { commandOutput, fileLines } from '../read-tool-text';
import { lastStep, stepsOf, textParameter, wasDenied, whyNot } from '../turn-steps';

const maxFiles = 3;

/** Runs the command, reads the files its output names, repairs a mistake it knows, runs the command again. */
export const fixFailingCommand: DemoScript = (turn) => {
  const command = turn.values['command'] ?? '';
  const folder = turn.values['folder'] ?? '.';
  const run = { tool: 'run_command', parameters: { command, folder, timeout_seconds: 60 } };
  const first = stepsOf(turn, 'run_command')[0];
  if (!first) return { words: `I run it once to see what happens.`, call: run };
  if (wasDenied(first)) return { answer: `I did not run it, as you decided.\n\n${whyNot(first)}` };
  if (isGood(first))
    return { answer: `\`${command}\` works: there is nothing to repair.\n\n${shown(first)}` };

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
    const words = reads.length === 0 ? `It fails. I read ${next}, which it uses.` : `Then ${next}.`;
    return { words, call: { tool: 'read_file', parameters: { path: next } } };
  }
  return { answer: `\`${command}\` fails, and the mistake is none that a script knows.\n\n${shown(first)}` };
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
  if (!edit.outcome.ok) return { answer: `This change was not made:\n\n${change}\n\n${whyNot(edit)}` };
  const runs = stepsOf(turn, 'run_command');
  const second = runs[1];
  if (!second) return { words: 'Repaired. I run it again to be sure.', call: again };
  const path = textParameter(edit, 'path');
  if (wasDenied(second))
    return { answer: `I changed \`${path}\` and did not run the command again.\n\n${change}` };
  const verdict = isGood(second) ? 'works now' : 'still fails';
  return {
    answer: `\`${command}\` ${verdict}. I changed one line of \`${path}\`:\n\n${change}\n\n${shown(second)}`,
  };
}

function isGood(step: DemoStep): boolean {
  return step.outcome.ok && commandOutput(step.outcome.text).exitCode === 0;
}

function outputOf({ outcome }: DemoStep): string {
  return outcome.ok ? commandOutput(outcome.text).output : outcome.message;
}

function shown(step: DemoStep): string {
  const output = outputOf(step).trim();
  return output === ''
    ? 'It printed nothing.'
    : `It printed:\n\n~~~\n${output.slice(-1_500).replaceAll('~~~', '~ ~ ~')}\n~~~`;
}

/** Source files named in the output, as paths of the workspace: `price.mjs`, `file:///…/app/price.mjs:3:1`. */
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

/** Neighbours a script imports: the mistake is often there. */
function importsOf(read: DemoStep): string[] {
  if (!read.outcome.ok) return [];
  const path = textParameter(read, 'path');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const imports = fileLines(read.outcome.text)
    .join('\n')
    .matchAll(/(?:from|import|require\()\s*['"]\.\/([\w./-]+)['"]/g);
  return Array.from(imports, (match) => folder + (match[1] ?? ''));
}
