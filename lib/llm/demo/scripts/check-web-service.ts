import type { DemoScript } from '../demo-turn';
import { httpAnswer } from '../read-tool-text';
import { lastStep, wasDenied, whyNot } from '../turn-steps';

/** One request, then what was expected beside what came. */
export const checkWebService: DemoScript = (turn) => {
  const url = turn.values['url'] ?? '';
  const request = lastStep(turn, 'http_request');
  if (!request) {
    const words = `I send one GET request to ${url}.`;
    return { words, call: { tool: 'http_request', parameters: { method: 'GET', url } } };
  }
  if (!request.outcome.ok) {
    if (wasDenied(request)) return { answer: `I sent nothing, as you decided.\n\n${whyNot(request)}` };
    return { answer: `**${url} did not answer.**\n\n${whyNot(request)}` };
  }
  const { status, body } = httpAnswer(request.outcome.text);
  const wantedStatus = turn.values['expected_status'] ?? '200';
  const wantedText = turn.values['expected_text'];
  const isStatusRight = String(status) === wantedStatus;
  const isTextRight = wantedText === undefined || body.includes(wantedText);
  const rows = [
    `| Status | ${wantedStatus} | ${status ?? 'unknown'} | ${isStatusRight ? 'right' : '**wrong**'} |`,
    ...(wantedText === undefined
      ? []
      : [
          `| Text | ${wantedText.replaceAll('|', '\\|')} | ${isTextRight ? 'there | right' : 'not there | **wrong**'} |`,
        ]),
  ];
  const verdict = isStatusRight && isTextRight ? 'is fine' : 'is **not** as expected';
  const table = `| | Expected | Found | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
  const start = body.trim().slice(0, 400);
  const excerpt =
    start === '' ? '' : `\n\nThe answer begins:\n\n~~~\n${start.replaceAll('~~~', '~ ~ ~')}\n~~~`;
  return { answer: `${url} ${verdict}.\n\n${table}${excerpt}` };
};
