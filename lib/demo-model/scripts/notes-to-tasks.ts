import type { DemoScript } from '../demo-turn';
import { type FoundTask, findTasks } from '../find-tasks';
import { readWholeFile } from '../read-whole-file';
import { whyNot } from '../turn-steps';
import { writeWithCare } from '../write-with-care';

/** Reads the notes, saves the task list and answers with it. */
export const notesToTasks: DemoScript = (turn) => {
  const path = turn.values['path'] ?? '';
  const target = turn.values['save_as'] ?? 'tasks.md';
  const reading = readWholeFile(turn, path, `I'll look for tasks in ${path}.`);
  if ('reply' in reading) return reading.reply;
  if ('failed' in reading) return { answer: `I couldn’t read **${path}**.\n\n${whyNot(reading.failed)}` };
  const tasks = findTasks(reading.lines);
  if (tasks.length === 0) return { answer: `I found no tasks in **${path}**, so I didn’t save anything.` };
  const list = tasks.map(toLine).join('\n');
  const content = `# Tasks\n\nFrom ${path}.\n\n${list}\n`;
  const count = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`;
  const words = `I found ${count}. I'd like to save the list to ${target}.`;
  const writing = writeWithCare(turn, { path: target, content, words });
  if ('reply' in writing) return writing.reply;
  if ('path' in writing) return { answer: `Saved ${count} to \`${writing.path}\`:\n\n${list}` };
  return { answer: `I found ${count} but didn’t save the list:\n\n${whyNot(writing.failed)}\n\n${list}` };
};

function toLine({ text, owner, due, isDone, line }: FoundTask): string {
  const notes = [owner === null ? 'no owner' : owner, due === null ? null : `due ${due}`, `line ${line}`];
  return `- [${isDone ? 'x' : ' '}] ${text} *(${notes.filter((note) => note !== null).join(', ')})*`;
}
