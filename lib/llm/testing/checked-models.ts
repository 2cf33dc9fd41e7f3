import type { Turn } from './personality';
import { textOf, usage } from './personality';
import { hasSchema } from './schema-servers';
import {
  chunk,
  DONE,
  type ReceivedRequest,
  respondJson,
  respondStream,
  type ScriptEntry,
} from './scripted-server';

/** Gives a good model's turn for each question of the check. */
export function goodTurn({ body }: ReceivedRequest): Turn {
  const messages = body['messages'] as { content: string }[];
  const last = String(messages.at(-1)?.content);
  const say = (words: string, call: Turn['call'] = null): Turn => ({ thoughts: '', words, call });
  const codeWord = /code word is (\S+)\./.exec(last)?.[1];
  if (codeWord) return say(`It is ${codeWord}.`);
  if (last.includes('7 plus 5')) return say('It is 12.');
  if (last.includes('example.com')) {
    const headers = { 'X-Team': 'blue', Accept: 'application/json' };
    return say('', {
      tool: 'http_request',
      parameters: { method: 'GET', url: 'https://example.com/status', headers },
    });
  }
  const [, path = ''] = /(notes\/\w+\.md)/.exec(last) ?? [];
  if (!last.includes('Write the file')) return say('', { tool: 'read_file', parameters: { path } });
  const content = last.slice(last.lastIndexOf('\n\n') + 2);
  return say('', { tool: 'write_file', parameters: { path, content } });
}

const tail = (tokens: object) => `data: ${JSON.stringify({ choices: [], usage: tokens })}\n\n`;
const speak = (text: string, tokens: object | null = usage, reason = 'stop'): ScriptEntry =>
  respondStream([chunk({ content: text }), chunk({}, reason), ...(tokens ? [tail(tokens)] : []), DONE]);

const inWords =
  (change: (text: string, turn: Turn) => string): ScriptEntry =>
  (response, received) => {
    const turn = goodTurn(received);
    return speak(change(textOf(turn), turn))(response, received);
  };

/**
 * When the request has a schema, the server makes the model say `formed`. Otherwise the model says `free`.
 */
const inForm =
  (free: ScriptEntry, formed: (turn: Turn) => string): ScriptEntry =>
  (response, received) =>
    hasSchema(received) ? speak(formed(goodTurn(received)))(response, received) : free(response, received);

const goodForm = ({ words, call }: Turn): string =>
  JSON.stringify(call ? { ...call, terminate: false } : { answer: words });
const withoutTerminate = inWords((text) => text.replace(',"terminate":false', ''));
const withLostBackslashes = inWords((text) => text.replaceAll('\\\\', '/'));

/** The server refuses a form with this status. */
const refusesForm =
  (status: number): ScriptEntry =>
  (response, received) =>
    hasSchema(received)
      ? respondJson(status, { error: { message: 'failed to parse grammar' } })(response, received)
      : withLostBackslashes(response, received);

/** Each of these models but one has one fault; one is good. */
export const checkedModels = {
  good: inWords((text) => text),
  'no system role': (response, received) => {
    const [first] = received.body['messages'] as { role: string }[];
    const refuse = respondJson(400, { error: { message: 'System role not supported' } });
    return (first?.role === 'system' ? refuse : speak('It is 12.'))(response, received);
  },
  'a wrong key': respondJson(401, { error: { message: 'Incorrect API key provided' } }),
  'a web page': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
  },
  'empty answers': speak('', null),
  'thoughts only': respondStream([
    chunk({ reasoning_content: 'The person wants a file.' }),
    chunk({}, 'stop'),
    tail({
      prompt_tokens: 900,
      completion_tokens: 400,
      completion_tokens_details: { reasoning_tokens: 400 },
    }),
    DONE,
  ]),
  'cut at 4,096 tokens': speak(
    'I will now ',
    { prompt_tokens: 4_000, completion_tokens: 96, total_tokens: 4_096 },
    'length',
  ),
  'native calls only': (response, received) => {
    const { words, call } = goodTurn(received);
    if (!call) return speak(words)(response, received);
    const native = { name: call.tool, arguments: JSON.stringify(call.parameters) };
    const delta = { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: native }] };
    return respondStream([chunk(delta), chunk({}, 'tool_calls'), tail(usage), DONE])(response, received);
  },
  'words for actions': inWords((text, { call }) => (call ? `I would use ${call.tool}.` : text)),
  'calls without "terminate"': withoutTerminate,
  'lost backslashes': withLostBackslashes,
  'a value with parts as text': inWords((text, { call }) =>
    call?.tool === 'http_request' ? text.replace(/"headers":\{[^}]*\}/, '"headers":"Accept"') : text,
  ),
  'always an action': inWords((text, { call, words }) =>
    !call && words.includes('12')
      ? '{"tool":"read_file","parameters":{"path":"sum.md"},"terminate":false}'
      : text,
  ),
  'invented results': inWords((text, { call }) =>
    call ? `${text}\n[Result: ${call.tool}, step 1, ok]\n\`\`\`\nThe file is empty.\n\`\`\`` : text,
  ),
  'invented results, and a server that stops there': (response, received) => {
    const turn = goodTurn(received);
    const invented = turn.call ? `\n[Result: ${turn.call.tool}, step 1, ok]\n\`\`\`\n\`\`\`` : '';
    const [stop] = (received.body['stop'] ?? []) as string[];
    return speak(`${textOf(turn)}${invented}`.split(stop ?? '\0')[0] ?? '')(response, received);
  },
  'results not used': inWords((text, { words }) =>
    words.includes('kestrel') ? 'I cannot read files.' : text,
  ),
  'no token counts': (response, received) => speak(textOf(goodTurn(received)), null)(response, received),
  'good, with a form': inForm(
    inWords((text) => text),
    goodForm,
  ),
  'better with a form': inForm(withoutTerminate, goodForm),
  'worse with a form': inForm(withoutTerminate, ({ words }) => JSON.stringify({ answer: words })),
  'a form is refused': refusesForm(400),
  'a form breaks the server': refusesForm(500),
} satisfies Record<string, ScriptEntry>;
