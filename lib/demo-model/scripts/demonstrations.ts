import type { DemoReply, DemoTurn } from '../demo-turn';

/** Requests that show unusual situations; the free request lists them when it does not understand a request. */
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
        answer: Array.from({ length: 200 }, (_, index) => `${index + 1}. One line of a long answer.`).join(
          '\n',
        ),
      };
    case 'demonstrate a malformed reply':
      if (turn.malformed === null && turn.steps.length === 0) return { raw: cutCall };
      if (turn.steps.length === 0) return { call: { tool: 'list_files', parameters: { path: '.' } } };
      return {
        answer:
          'My first reply was cut off in the middle of a call. The server asked me again, and the second reply worked.',
      };
    case 'demonstrate malformed replies':
      return { raw: cutCall };
    case 'demonstrate the step limit':
      return {
        words: `This is call ${turn.steps.length + 1}. I will not stop until a limit stops me.`,
        call: { tool: 'list_files', parameters: { path: '.' } },
      };
    default:
      return null;
  }
}

const cutCall = '{"tool": "list_files", "parameters": {"path": ".';
