import type { DemoReply, DemoScript, DemoStep, DemoTurn } from '../demo-turn';
import { nameFolder, nameFolderInAnswer, toPlainFolder } from '../name-folder';
import { listedFiles } from '../read-tool-text';
import { lastStep, stepsOf, textParameter, wasRejected } from '../turn-steps';

const folderByExtension: Record<string, string> = {
  ...sameFolder('documents', 'md txt doc docx odt pdf rtf'),
  ...sameFolder('pictures', 'png jpg jpeg gif svg webp heic'),
  ...sameFolder('spreadsheets', 'csv tsv xls xlsx ods'),
  ...sameFolder('data', 'json xml yaml yml sql log'),
  ...sameFolder('archives', 'zip tar gz tgz 7z'),
  ...sameFolder('presentations', 'ppt pptx odp key'),
  ...sameFolder('audio-and-video', 'mp3 wav m4a mp4 mov'),
};

/** Lists the folder, then asks to move one file after another; a file whose move is rejected stays in place. */
export const organizeFiles: DemoScript = (turn) => {
  const folder = toPlainFolder(turn.values['folder'] ?? '.');
  const listing = lastStep(turn, 'list_files');
  if (!listing) {
    return {
      words: `I'll list the files in ${nameFolder(folder)}.`,
      call: { tool: 'list_files', parameters: { path: folder } },
    };
  }
  if (!listing.outcome.ok)
    return { answer: `I couldn’t list ${nameFolderInAnswer(folder)}.\n\n> ${listing.outcome.message}` };

  const files = listedFiles(listing.outcome.text).filter((path) => !nameOf(path).startsWith('.'));
  const tried = new Set(stepsOf(turn, 'move_file').map((step) => textParameter(step, 'from')));
  const next = files.find((path) => !tried.has(path));
  if (next === undefined) return report(turn, folder);

  const byDate = turn.values['by'] === 'date';
  const to = `${folder === '.' ? '' : `${folder}/`}${byDate ? monthOf(next) : kindOf(next)}/${nameOf(next)}`;
  const plan = files.length === 1 ? '1 file' : `${files.length} files`;
  const words = tried.size === 0 ? `I'll sort ${plan} ${byDate ? 'by month' : 'by type'}.` : undefined;
  return { ...(words ? { words } : {}), call: { tool: 'move_file', parameters: { from: next, to } } };
};

function report(turn: DemoTurn, folder: string): DemoReply {
  const moves = stepsOf(turn, 'move_file');
  if (moves.length === 0) return { answer: `There are no files directly in ${nameFolderInAnswer(folder)}.` };
  const moved = moves.filter((step) => step.outcome.ok).map((step) => textParameter(step, 'to'));
  const folders = [...new Set(moved.map(parentOf))].map((parent) => {
    const names = moved.filter((path) => parentOf(path) === parent).map((path) => `  - \`${path}\``);
    return `- **${nameOf(parent)}**\n${names.join('\n')}`;
  });
  const stayed = moves
    .filter((step) => !step.outcome.ok)
    .map((step) => `- \`${textParameter(step, 'from')}\`: ${whyItStayed(step)}`);
  const parts = [
    `Moved ${moved.length} of ${moves.length} ${moves.length === 1 ? 'file' : 'files'} in ${nameFolderInAnswer(folder)}.`,
    folders.join('\n'),
    stayed.length === 0 ? '' : `Not moved:\n\n${stayed.join('\n')}`,
  ];
  return { answer: parts.filter((part) => part !== '').join('\n\n') };
}

function whyItStayed(step: DemoStep): string {
  if (wasRejected(step)) return 'You rejected the move.';
  return step.outcome.ok ? '' : step.outcome.message;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function kindOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(nameOf(path))?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(folderByExtension, extension) ? (folderByExtension[extension] ?? 'other') : 'other';
}

/** Reads the month from a date in the name. */
function monthOf(path: string): string {
  const date = /(20\d\d)[-_.]?(0[1-9]|1[0-2])/.exec(nameOf(path));
  return date ? `${date[1]}-${date[2]}` : 'undated';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function sameFolder(folder: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, folder]));
}
