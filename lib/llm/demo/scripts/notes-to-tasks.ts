import type { DemoScript } from '../demo-turn';
import { type FoundTask, findTasks } from '../find-tasks';
import { listedFiles } from '../read-tool-text';
import { readWholeFile } from '../read-whole-file';
import { lastStep, whyNot } from '../turn-steps';
import { findFreePath, writeWithCare } from '../write-with-care';

/**
 * Reads the notes, looks for a free name, writes the task list and ends with that: the list itself is the result. The
 * look comes first because a last call that fails ends the run as failed.
 */
export const notesToTasks: DemoScript = (turn) => {
  const path = turn.values['path'] ?? '';
  const target = turn.values['save_as'] ?? 'tasks.md';
  const reading = readWholeFile(turn, path, `I look for tasks in ${path}.`);
  if ('reply' in reading) return reading.reply;
  if ('failed' in reading) return { answer: `I could not read **${path}**.\n\n${whyNot(reading.failed)}` };
  const tasks = findTasks(reading.lines);
  if (tasks.length === 0) return { answer: `No line of **${path}** reads like a task, so I wrote nothing.` };
  const listing = lastStep(turn, 'list_files');
  if (!listing) {
    const parameters = { path: parentOf(target) };
    return { words: 'I look whether the name is free.', call: { tool: 'list_files', parameters } };
  }
  const content = `# Tasks\n\nFrom ${path}.\n\n${tasks.map(toLine).join('\n')}\n`;
  const free = findFreePath(target, listing.outcome.ok ? listedFiles(listing.outcome.text) : []);
  const words = `I found ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} and write them to ${free}.`;
  const writing = writeWithCare(turn, { path: free, content, words, terminate: true });
  if ('reply' in writing) return writing.reply;
  if ('path' in writing) return { answer: `The list is in \`${writing.path}\`.` };
  return { answer: `The list was not written:\n\n${whyNot(writing.failed)}\n\nHere it is:\n\n${content}` };
};

function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}

function toLine({ text, owner, due, isDone, line }: FoundTask): string {
  const notes = [owner === null ? 'nobody named' : owner, due === null ? null : `due ${due}`, `line ${line}`];
  return `- [${isDone ? 'x' : ' '}] ${text} *(${notes.filter((note) => note !== null).join(', ')})*`;
}
