import type { DemoReply, DemoTurn } from './demo-turn';
import { findScript } from './find-script';
import { demonstrate } from './scripts/demonstrations';

const footer = '*Demo: a script wrote this, not an AI. Connect a model in Settings for real answers.*';

/** Writes the text of the next reply. */
export function chooseReply(turn: DemoTurn): string {
  return toText(demonstrate(turn) ?? stopWhenStuck(turn) ?? findScript(turn.instructions)(turn));
}

/** Answers when no script can continue, and returns null when one can. */
function stopWhenStuck(turn: DemoTurn): DemoReply | null {
  if (turn.malformed !== null) {
    return {
      answer: `The server couldn’t read my last reply, and a script can’t correct it:\n\n> ${turn.malformed}`,
    };
  }
  const last = turn.steps.at(-1);
  if (!last || last.outcome.ok || last.outcome.code !== 'denied_by_policy') return null;
  return { answer: `That isn’t allowed here, so I stopped:\n\n> ${last.outcome.message}` };
}

function toText(reply: DemoReply): string {
  if ('raw' in reply) return reply.raw;
  if ('answer' in reply) return `${reply.answer.trim()}\n\n---\n${footer}`;
  const call = JSON.stringify({ ...reply.call, terminate: false });
  return reply.words === undefined ? call : `${reply.words}\n\n${call}`;
}
