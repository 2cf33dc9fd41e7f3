import type { DemoScript } from '../demo-turn';
import { httpAnswer } from '../read-tool-text';
import { lastStep, wasRejected, whyNot } from '../turn-steps';

/** Sends one request and compares the response with the expected one. */
export const checkWebService: DemoScript = (turn) => {
  const url = turn.values['url'] ?? '';
  const request = lastStep(turn, 'http_request');
  if (!request) {
    const words = `I'll send one GET request to ${url}.`;
    return { words, call: { tool: 'http_request', parameters: { method: 'GET', url } } };
  }
  if (!request.outcome.ok) {
    if (wasRejected(request))
      return { answer: `You rejected the request, so I didn’t send anything.\n\n${whyNot(request)}` };
    return { answer: `**${url} didn’t respond.**\n\n${whyNot(request)}` };
  }
  const { status, body } = httpAnswer(request.outcome.text);
  const wantedStatus = turn.values['expected_status'] ?? '200';
  const wantedText = turn.values['expected_text'];
  const isStatusRight = String(status) === wantedStatus;
  const isTextRight = wantedText === undefined || body.includes(wantedText);
  const rows = [
    `| Status | ${wantedStatus} | ${status ?? 'unknown'} | ${isStatusRight ? 'OK' : '**wrong**'} |`,
    ...(wantedText === undefined
      ? []
      : [
          `| Text | ${wantedText.replaceAll('|', '\\|')} | ${isTextRight ? 'found | OK' : 'not found | **wrong**'} |`,
        ]),
  ];
  const verdict = isStatusRight && isTextRight ? 'is fine' : 'is **not** as expected';
  const table = `| Check | Expected | Actual | Result |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
  const start = body.trim().slice(0, 400);
  const excerpt =
    start === '' ? '' : `\n\nThe response starts with:\n\n~~~\n${start.replaceAll('~~~', '~ ~ ~')}\n~~~`;
  return { answer: `${url} ${verdict}.\n\n${table}${excerpt}` };
};
