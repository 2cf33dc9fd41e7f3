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

/** One script for each workflow that is shipped; everything else is answered by the rules of a free request. */
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

const footer = '*Demo model: a script wrote this, not an AI. Connect a model in Settings for real answers.*';

/** The text of the next reply. */
export function chooseReply(turn: DemoTurn): string {
  return toText(
    demonstrate(turn) ?? stopWhenStuck(turn) ?? (scripts.get(turn.workflowId ?? '') ?? freeRequest)(turn),
  );
}

/** What no script can go on from. */
function stopWhenStuck(turn: DemoTurn): DemoReply | null {
  if (turn.malformed !== null) {
    return {
      answer: `The server did not accept my last reply, and a script cannot do better:\n\n> ${turn.malformed}`,
    };
  }
  const last = turn.steps.at(-1);
  if (!last || last.outcome.ok || last.outcome.code !== 'denied_by_policy') return null;
  return { answer: `That is not allowed here, so I stop:\n\n> ${last.outcome.message}` };
}

function toText(reply: DemoReply): string {
  if ('raw' in reply) return reply.raw;
  if ('answer' in reply) return `${reply.answer.trim()}\n\n---\n${footer}`;
  const { tool, parameters, terminate = false } = reply.call;
  const call = JSON.stringify({ tool, parameters, terminate });
  // A last call ends the run with its result: what the model says last stands before it.
  const words = [reply.words, terminate ? footer : undefined].filter((part) => part !== undefined);
  return [...words, call].join('\n\n');
}
