import type { DemoReply, DemoScript, DemoTurn } from '../demo-turn';
import { nameFolder, nameFolderInAnswer } from '../name-folder';
import { searchHits } from '../read-tool-text';
import { lastStep, stepsOf, textParameter, wasRejected } from '../turn-steps';

/** Searches, then asks to edit one file after another; a file whose edit is rejected stays as it is. */
export const findAndReplace: DemoScript = (turn) => {
  const find = turn.values['find'] ?? '';
  const folder = turn.values['folder'] ?? '.';
  const search = lastStep(turn, 'search_files');
  if (!search) {
    const parameters = { query: find, path: folder, case_sensitive: true };
    return {
      words: `I'll search ${nameFolder(folder)} for “${find}”.`,
      call: { tool: 'search_files', parameters },
    };
  }
  if (!search.outcome.ok) return { answer: `The search failed.\n\n> ${search.outcome.message}` };

  const hits = searchHits(search.outcome.text).filter((hit) => hit.text.includes(find));
  const files = [...new Set(hits.map((hit) => hit.path))];
  if (files.length === 0)
    return {
      answer: `No file in ${nameFolderInAnswer(folder)} contains exactly “${find}”.`,
    };
  const tried = new Set(stepsOf(turn, 'edit_file').map((step) => textParameter(step, 'path')));
  const next = files.find((path) => !tried.has(path));
  if (next === undefined) return report(turn, files.length);

  const count = hits.filter((hit) => hit.path === next).length;
  const lines = count === 1 ? '1 line' : `${count} lines`;
  const words = `File ${files.indexOf(next) + 1} of ${files.length}: ${next}, with ${lines} to change.`;
  const edit = { path: next, old_text: find, new_text: turn.values['replace_with'] ?? '', replace_all: true };
  return { words, call: { tool: 'edit_file', parameters: edit } };
};

function report(turn: DemoTurn, fileCount: number): DemoReply {
  const rows = stepsOf(turn, 'edit_file').map((step) => {
    const path = `\`${textParameter(step, 'path')}\``;
    if (step.outcome.ok) return `| ${path} | Changed |`;
    return `| ${path} | Not changed: ${wasRejected(step) ? 'you rejected it' : step.outcome.message.replace(/[|\n]/g, ' ')} |`;
  });
  const changed = stepsOf(turn, 'edit_file').filter((step) => step.outcome.ok).length;
  const head = `Changed ${changed} of ${fileCount} ${fileCount === 1 ? 'file that contains' : 'files that contain'} the text.`;
  return { answer: `${head}\n\n| File | Result |\n| --- | --- |\n${rows.join('\n')}` };
}
