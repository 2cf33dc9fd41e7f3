import type { DemoReply, DemoTurn } from '../demo-turn';

/** What can be asked for with "demonstrate …": shown by the free request when it does not know what to do. */
export const demonstrations = [
  'demonstrate a long answer',
  'demonstrate a malformed reply',
  'demonstrate malformed replies',
  'demonstrate the step limit',
] as const;

/** Things that should not happen, on request, so that people can see what the app does when they do. */
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
          'My first reply was cut in the middle of a call. The server said so, and the second one worked.',
      };
    case 'demonstrate malformed replies':
      return { raw: cutCall };
    case 'demonstrate the step limit':
      return {
        words: `This is call ${turn.steps.length + 1}; I will not stop by myself.`,
        call: { tool: 'list_files', parameters: { path: '.' } },
      };
    default:
      return null;
  }
}

const cutCall = '{"tool": "list_files", "parameters": {"path": ".';
