import type { DemoReply, DemoScript, DemoTurn } from './demo-turn';
import { askAboutFolder } from './scripts/ask-about-folder';
import { checkWebService } from './scripts/check-web-service';
import { compareDocuments } from './scripts/compare-documents';
import { demonstrate } from './scripts/demonstrations';
import { findAndReplace } from './scripts/find-and-replace';
import { fixFailingCommand } from './scripts/fix-failing-command';
import { freeRequest } from './scripts/free-request';
import { notesToTasks } from './scripts/notes-to-tasks';
import { organiseFiles } from './scripts/organise-files';
import { summariseDocument } from './scripts/summarise-document';

/** One script for each workflow that comes with the app; the rules of a free request answer everything else. */
const scripts = new Map<string, DemoScript>([
  ['ask-about-folder', askAboutFolder],
  ['check-web-service', checkWebService],
  ['compare-documents', compareDocuments],
  ['find-and-replace', findAndReplace],
  ['fix-failing-command', fixFailingCommand],
  ['notes-to-tasks', notesToTasks],
  ['organise-files', organiseFiles],
  ['summarise-document', summariseDocument],
]);

const footer = '*Demo: a script wrote this, not an AI. Connect a model in Settings for real answers.*';

/** The text of the next reply. */
export function chooseReply(turn: DemoTurn): string {
  return toText(
    demonstrate(turn) ?? stopWhenStuck(turn) ?? (scripts.get(turn.workflowId ?? '') ?? freeRequest)(turn),
  );
}

/** Answers for situations in which no script can continue. */
function stopWhenStuck(turn: DemoTurn): DemoReply | null {
  if (turn.malformed !== null) {
    return {
      answer: `The server could not read my last reply, and a script cannot correct it:\n\n> ${turn.malformed}`,
    };
  }
  const last = turn.steps.at(-1);
  if (!last || last.outcome.ok || last.outcome.code !== 'denied_by_policy') return null;
  return { answer: `That is not allowed here, so I stopped:\n\n> ${last.outcome.message}` };
}

function toText(reply: DemoReply): string {
  if ('raw' in reply) return reply.raw;
  if ('answer' in reply) return `${reply.answer.trim()}\n\n---\n${footer}`;
  const call = JSON.stringify({ ...reply.call, terminate: false });
  return reply.words === undefined ? call : `${reply.words}\n\n${call}`;
}
