import {
  chunksOf,
  cut,
  done,
  event,
  type Personality,
  streams,
  type Turn,
  textOf,
  usage,
} from './personality';
import { respondJson, respondStream } from './scripted-server';

const { chunk } = chunksOf({});
const pieces = (turn: Turn) => cut(textOf(turn)).map((content) => chunk({ content }));
const complete = (turn: Turn) => [...pieces(turn), chunk({}, 'stop'), done];

const toSnapshots = (text: string) => cut(text).map((_, index, parts) => parts.slice(0, index + 1).join(''));

/** These small servers, proxies and old versions each leave the standard in one point. */
export const oddServers: Personality[] = [
  {
    name: 'all at once as JSON, although a stream was requested',
    answer: (turn) => {
      const message = { role: 'assistant', content: textOf(turn), refusal: null, annotations: [] };
      return respondJson(200, { choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
    },
  },
  {
    name: 'all at once as JSON, with a native call',
    answer: ({ words, call }) => {
      const asFunction = call && { name: call.tool, arguments: JSON.stringify(call.parameters) };
      const calls = asFunction
        ? { tool_calls: [{ id: 'call_1', type: 'function', function: asFunction }] }
        : {};
      const message = { role: 'assistant', content: words, ...calls };
      return respondJson(200, {
        choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }],
      });
    },
  },
  {
    name: 'JSON with the type of a web page',
    answer: (turn) => (response) => {
      const message = { role: 'assistant', content: textOf(turn) };
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
    },
  },
  {
    name: 'JSON with the type of a stream',
    answer: (turn) => (response) => {
      const message = { role: 'assistant', content: textOf(turn) };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
    },
  },
  {
    name: 'stream_options is refused',
    answer: (turn) => (response, received) =>
      'stream_options' in received.body
        ? respondJson(422, {
            detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
          })(response, received)
        : respondStream(complete(turn))(response, received),
  },
  streams('the reason "stop" in every chunk', (turn) => [
    ...cut(turn.thoughts).map((reasoning_content) => chunk({ reasoning_content }, 'stop')),
    ...cut(textOf(turn)).map((content) => chunk({ content }, 'stop')),
    done,
  ]),
  streams('[DONE] without a finish reason', (turn) => [...pieces(turn), done]),
  streams('no [DONE]', (turn) => [...pieces(turn), chunk({}, 'stop')]),
  streams('no empty line at the end', (turn) => [...pieces(turn), chunk({}, 'stop'), 'data: [DONE]']),
  streams('pieces of 13 bytes', (turn) => {
    const bytes = Buffer.from(complete(turn).join(''));
    return Array.from({ length: Math.ceil(bytes.length / 13) }, (_, index) =>
      bytes.subarray(index * 13, index * 13 + 13),
    );
  }),
  streams('an event over several lines', (turn) => [
    ...cut(textOf(turn)).map((content) =>
      JSON.stringify({ choices: [{ index: 0, delta: { content } }] }, null, 1)
        .replace(/^/gm, 'data: ')
        .concat('\n\n'),
    ),
    done,
  ]),
  streams('the old function_call', ({ words, call }) => [
    chunk({ role: 'assistant', content: words }),
    ...(call ? [chunk({ function_call: { name: call.tool, arguments: '' } })] : []),
    ...cut(call ? JSON.stringify(call.parameters) : '').map((text) =>
      chunk({ function_call: { arguments: text } }),
    ),
    chunk({}, call ? 'function_call' : 'stop'),
    done,
  ]),
  streams('a native call with all arguments so far in every piece', ({ words, call }) => [
    chunk({ role: 'assistant', content: words }),
    ...toSnapshots(call ? JSON.stringify(call.parameters) : '').map((text) =>
      chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: call?.tool, arguments: text } }] }),
    ),
    chunk({}, call ? 'tool_calls' : 'stop'),
    done,
  ]),
  streams('an empty list of calls and an empty call beside the text', (turn) => [
    chunk({ role: 'assistant', content: '', tool_calls: [] }),
    ...pieces(turn),
    chunk({ tool_calls: [{ index: 0, id: '', type: 'function', function: { name: '', arguments: '' } }] }),
    chunk({}, 'stop'),
    done,
  ]),
  streams('thoughts that end with a tag and begin with none', (turn) => [
    chunk({ content: `${turn.thoughts}\n</think>\n\n` }),
    ...complete(turn),
  ]),
  streams('a call drafted in the thoughts', (turn) => [
    chunk({
      reasoning_content: '{"tool": "delete_file", "parameters": {"path": "report.md"}, "terminate": false}',
    }),
    ...complete(turn),
  ]),
  streams('an event of another kind first', (turn) => [
    event({ type: 'ping' }),
    event({}),
    ...complete(turn),
  ]),
];
