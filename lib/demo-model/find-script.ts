import type { DemoScript } from './demo-turn';
import { askAboutFolder } from './scripts/ask-about-folder';
import { checkWebService } from './scripts/check-web-service';
import { compareDocuments } from './scripts/compare-documents';
import { findAndReplace } from './scripts/find-and-replace';
import { fixFailingCommand } from './scripts/fix-failing-command';
import { freeRequest } from './scripts/free-request';
import { notesToTasks } from './scripts/notes-to-tasks';
import { organizeFiles } from './scripts/organize-files';
import { summarizeDocument } from './scripts/summarize-document';

/** The task of each shipped workflow begins with these words, which choose the script that plays it. */
const scripts = new Map<string, DemoScript>([
  ["Answer a person's question from the files of one folder.", askAboutFolder],
  ['Check whether a web service responds as expected.', checkWebService],
  ['Tell a person how two documents differ.', compareDocuments],
  ['Replace a text with another one in every file of a folder that contains it.', findAndReplace],
  ['A command fails. Find out why, explain it, fix the cause', fixFailingCommand],
  ['Do what a person asks, with the files of the workspace.', freeRequest],
  ['Turn notes into a list of tasks that people can work through.', notesToTasks],
  ['Sort the files directly in one folder into subfolders of that folder.', organizeFiles],
  ['Summarize one document for a person who has not read it.', summarizeDocument],
]);

/** Chooses the script by the first words of the task. Every other task counts as a free request. */
export function findScript(instructions: string): DemoScript {
  const [, script = freeRequest] = [...scripts].find(([task]) => instructions.includes(task)) ?? [];
  return script;
}
