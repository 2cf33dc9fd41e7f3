import {
  chunk,
  DONE,
  type ReceivedRequest,
  respondJson,
  respondStream,
  type ScriptEntry,
} from './scripted-server';

/** A server treats `response_format` in one of these ways. */
export const schemaServers = ['obeys', 'refuses', 'refuses without a word', 'ignores'] as const;
type SchemaServer = (typeof schemaServers)[number];

export const hasSchema = ({ body }: ReceivedRequest): boolean => 'response_format' in body;

/** The server's model says `free`, or `constrained` when the server makes it follow a schema. */
export function answerWithSchema(
  server: SchemaServer,
  turn: (received: ReceivedRequest) => { free: string; constrained: string },
): ScriptEntry {
  return (response, received) => {
    if (hasSchema(received) && server.startsWith('refuses')) {
      const message = server === 'refuses' ? 'response_format is not supported' : 'Bad request';
      return respondJson(400, { error: { message } })(response, received);
    }
    const { free, constrained } = turn(received);
    const text = hasSchema(received) && server === 'obeys' ? constrained : free;
    return respondStream([chunk({ content: text }), chunk({}, 'stop'), DONE])(response, received);
  };
}
