import type { Reading } from '../convention/read-reply';
import type { TranscriptMessage } from '../domain/transcript';
import { toResultText } from '../domain/transcript';
import { canonicalJson } from '../shared/canonical-json';
import type { JsonObject } from '../shared/json';

/** One question to the model. Nothing that it asks for is executed. */
export type Question = { request: string; history?: readonly TranscriptMessage[] };

/** Harmless, and each one different: a server may keep the answer to an equal request. */
export const readingTasks: readonly { question: Question; call: ExpectedCall }[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
].map((day) => ({
  question: { request: `Read the file notes/${day}.md. Begin with the call that reads it.` },
  call: { tool: 'read_file', parameters: { path: `notes/${day}.md` } },
}));

/** The tool, and the parameters that matter. */
export type ExpectedCall = { tool: string; parameters: JsonObject };

const lines = ['She said "yes".', 'Saved in C:\\new\\table.', 'The end'];

export const argumentsTask: { question: Question; call: ExpectedCall } = {
  question: {
    request: `Write the file notes/quotes.md with exactly these three lines and no line break after the last one:\n\n${lines.join('\n')}`,
  },
  call: { tool: 'write_file', parameters: { path: 'notes/quotes.md', content: lines.join('\n') } },
};

export const nestedTask: { question: Question; call: ExpectedCall } = {
  question: {
    request:
      'Send a GET request to https://example.com/status with two headers: Accept is application/json, and X-Team is blue.',
  },
  call: {
    tool: 'http_request',
    parameters: {
      url: 'https://example.com/status',
      headers: { Accept: 'application/json', 'X-Team': 'blue' },
    },
  },
};

export const answerTask: Question = {
  request: 'What is 7 plus 5? Answer in one short sentence. No tool is needed.',
};

/** Stands in the result, and nowhere else. */
export const codeWord = 'kestrel-4172';

const readCode = { tool: 'read_file', parameters: { path: 'notes/code.md' }, terminate: false };

export const resultTask: Question = {
  request: 'Read the file notes/code.md and tell me the code word in it.',
  history: [
    { role: 'assistant', content: JSON.stringify(readCode) },
    { role: 'user', content: toResultText('read_file', 1, 'ok', `The code word is ${codeWord}.`) },
  ],
};

/** The call is the one that was asked for. Parameters that were not named may be anything. */
export function isExpected(reading: Reading, { tool, parameters }: ExpectedCall): boolean {
  if (reading.kind !== 'tool_call' || reading.tool !== tool) return false;
  const sent = reading.parameters;
  return Object.entries(parameters).every(
    ([name, value]) =>
      Object.hasOwn(sent, name) && canonicalJson({ value: sent[name] ?? null }) === canonicalJson({ value }),
  );
}
