import type { Reading } from '../convention/read-reply';
import type { CheckTask } from '../domain/model-check';
import { toResultText } from '../domain/result-text';
import type { TranscriptMessage } from '../domain/transcript';
import { canonicalJson, type JsonObject } from '../shared/json';

/** The check asks the model this question, and executes nothing that the model asks for. */
export type Question = {
  task: CheckTask;
  request: string;
  history?: readonly TranscriptMessage[];
  isRight: (reading: Reading) => boolean;
};

/** These are harmless, and each one differs, because a server may keep the answer to an equal request. */
const readings: Question[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day, index) => ({
  task: index === 0 ? 'answers' : 'readable',
  request: `Read the file notes/${day}.md. Begin with the call that reads it.`,
  isRight: isCallOf('read_file', { path: `notes/${day}.md` }),
}));

const lines = ['She said "yes".', 'Saved in C:\\new\\table.', 'The end'];

const writing: Question = {
  task: 'arguments',
  request: `Write the file notes/quotes.md with exactly these three lines and no line break after the last one:\n\n${lines.join('\n')}`,
  isRight: isCallOf('write_file', { path: 'notes/quotes.md', content: lines.join('\n') }),
};

const nested: Question = {
  task: 'nested',
  request:
    'Send a GET request to https://example.com/status with two headers: Accept is application/json, and X-Team is blue.',
  isRight: isCallOf('http_request', {
    url: 'https://example.com/status',
    headers: { Accept: 'application/json', 'X-Team': 'blue' },
  }),
};

export const answerQuestion: Question = {
  task: 'no_call',
  request: 'What is 7 plus 5? Answer in one short sentence. No tool is needed.',
  isRight: ({ kind }) => kind === 'text',
};

/** The word is in the result, and nowhere else. */
const codeWord = 'kestrel-4172';
const readCode = { tool: 'read_file', parameters: { path: 'notes/code.md' }, terminate: false };

const following: Question = {
  task: 'follows',
  request: 'Read the file notes/code.md and tell me the code word in it.',
  history: [
    { role: 'assistant', content: JSON.stringify(readCode) },
    { role: 'user', content: toResultText('read_file', 1, 'ok', `The code word is ${codeWord}.`) },
  ],
  isRight: (reading) => reading.kind === 'text' && reading.text.includes(codeWord),
};

/** The check asks them in this order. */
export const questions: readonly Question[] = [...readings, writing, nested, answerQuestion, following];

/** Accepts a call of this tool. Parameters that are not named may be anything. */
function isCallOf(tool: string, parameters: JsonObject): Question['isRight'] {
  return (reading) => {
    if (reading.kind !== 'tool_call' || reading.tool !== tool) return false;
    const sent = reading.parameters;
    const isSame = ([name, value]: [string, JsonObject[string]]) =>
      Object.hasOwn(sent, name) && canonicalJson({ value: sent[name] ?? null }) === canonicalJson({ value });
    return Object.entries(parameters).every(isSame);
  };
}
