import { afterAll, beforeAll } from 'vitest';
import { type ScriptEntry, type ScriptedServer, startAnsweringServer } from './scripted-server';

/** Starts a server for all tests of a file. It answers each request as `answer` says at that time. */
export function answerForTests(): { answer: ScriptEntry; readonly baseUrl: string } {
  let server: ScriptedServer;
  const answering = {
    answer: (() => {
      throw new Error('No answer was set');
    }) as ScriptEntry,
    get baseUrl() {
      return server.baseUrl;
    },
  };
  beforeAll(async () => {
    server = await startAnsweringServer((response, received) => answering.answer(response, received));
  });
  afterAll(() => server.close());
  return answering;
}
