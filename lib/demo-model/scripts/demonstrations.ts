import type { DemoReply, DemoTurn } from '../demo-turn';

/**
 * These requests show unusual situations. The free request lists them when it does not understand a request.
 */
export const demonstrations = [
  'demonstrate a long answer',
  'demonstrate a malformed reply',
  'demonstrate malformed replies',
  'demonstrate the step limit',
] as const;

/** Misbehaves on request, so that people can see how the app handles it. */
export function demonstrate(turn: DemoTurn): DemoReply | null {
  const request = (turn.values['request'] ?? turn.request).trim().toLowerCase().replace(/\.$/, '');
  switch (demonstrations.find((demonstration) => demonstration === request)) {
    case 'demonstrate a long answer':
      return {
        answer: Array.from(
          { length: 200 },
          (_, index) => `${index + 1}. This is one line of a long answer.`,
        ).join('\n'),
      };
    case 'demonstrate a malformed reply':
      if (turn.malformed === null && turn.steps.length === 0) return { raw: cutCall };
      if (turn.steps.length === 0) return { call: { tool: 'list_files', parameters: { path: '.' } } };
      return {
        answer:
          'My first reply was cut off in the middle of a tool call. The server asked me again, and the second reply worked.',
      };
    case 'demonstrate malformed replies':
      return { raw: cutCall };
    case 'demonstrate the step limit':
      return nextOfMany(turn.steps.length + 1);
    default:
      return null;
  }
}

/** Each call differs from those before it: the server also ends a run that repeats one call. */
function nextOfMany(number: number): DemoReply {
  const words = `This is step ${number}. I’ll keep going until the step limit stops me.`;
  if (number === 1) return { words, call: { tool: 'list_files', parameters: { path: '.' } } };
  return { words, call: { tool: 'search_files', parameters: { query: `step ${number}`, path: '.' } } };
}

const cutCall = '{"tool": "list_files", "parameters": {"path": ".';
