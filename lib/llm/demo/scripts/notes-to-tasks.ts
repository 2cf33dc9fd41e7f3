import type { DemoScript } from '../demo-turn';
import { type FoundTask, findTasks } from '../find-tasks';
import { fileLines } from '../read-tool-text';
import { lastStep, whyNot } from '../turn-steps';
import { writeWithCare } from '../write-with-care';

/** Reads the notes, writes the task list and ends with that: the list itself is the result. */
export const notesToTasks: DemoScript = (turn) => {
  const path = turn.values['path'] ?? '';
  const target = turn.values['save_as'] ?? 'tasks.md';
  const read = lastStep(turn, 'read_file');
  if (!read)
    return { words: `I look for tasks in ${path}.`, call: { tool: 'read_file', parameters: { path } } };
  if (!read.outcome.ok) return { answer: `I could not read **${path}**.\n\n${whyNot(read)}` };

  const tasks = findTasks(fileLines(read.outcome.text));
  if (tasks.length === 0) return { answer: `No line of **${path}** reads like a task, so I wrote nothing.` };
  const content = `# Tasks\n\nFrom ${path}.\n\n${tasks.map(toLine).join('\n')}\n`;
  const words = `I found ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} and write them to ${target}.`;
  const writing = writeWithCare(turn, { path: target, content, words, terminate: true });
  if ('reply' in writing) return writing.reply;
  if ('path' in writing) return { answer: `The list is in \`${writing.path}\`.` };
  return { answer: `The list was not written:\n\n${whyNot(writing.failed)}\n\nHere it is:\n\n${content}` };
};

function toLine({ text, owner, due, isDone, line }: FoundTask): string {
  const notes = [owner === null ? 'nobody named' : owner, due === null ? null : `due ${due}`, `line ${line}`];
  return `- [${isDone ? 'x' : ' '}] ${text} *(${notes.filter((note) => note !== null).join(', ')})*`;
}
