import { z } from 'zod';
import type { JsonObject } from '../shared/json';
import type { DemoStep, DemoTurn } from './demo-turn';

export type DemoMessage = { role: string; content: string };

/** A result as the system prompt describes it to every model (`lib/agent/build-prompt`). */
const toolResult = z.object({
  tool_result: z.union([
    z.object({ tool: z.string(), ok: z.literal(true), result: z.string() }),
    z.object({
      tool: z.string(),
      ok: z.literal(false),
      error: z.object({ code: z.string(), message: z.string() }),
    }),
  ]),
});
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const call = z.object({ tool: z.string(), parameters: z.record(z.string(), z.json()) });

/** Reads the conversation that the server sent: the last message of a person and everything since. */
export function readTurn(messages: readonly DemoMessage[]): DemoTurn {
  const start = messages.findLastIndex(
    (message) => message.role === 'user' && !isFromServer(message.content),
  );
  const request = messages[start]?.content ?? '';
  const steps: DemoStep[] = [];
  let malformed: string | null = null;
  let parameters: JsonObject = {};
  for (const message of messages.slice(start + 1)) {
    if (message.role === 'assistant') {
      parameters = readCall(message.content);
      malformed = null;
      continue;
    }
    const result = toolResult.safeParse(parseJson(message.content));
    if (result.success) steps.push(toStep(result.data.tool_result, parameters));
    else malformed = refusal.safeParse(parseJson(message.content)).data?.error.message ?? null;
  }
  const instructions = request.replace(valueElement, '');
  return { request, instructions, values: readValues(request), steps, malformed };
}

function toStep(result: z.infer<typeof toolResult>['tool_result'], parameters: JsonObject): DemoStep {
  const outcome = result.ok
    ? { ok: true as const, text: result.result }
    : { ok: false as const, code: result.error.code, message: result.error.message };
  return { tool: result.tool, parameters, outcome };
}

function isFromServer(content: string): boolean {
  const data = parseJson(content);
  return toolResult.safeParse(data).success || refusal.safeParse(data).success;
}

/** Our own calls are in the last line, after a few words. */
function readCall(content: string): JsonObject {
  const start = content.search(/^\{/m);
  const parsed = call.safeParse(start < 0 ? null : parseJson(content.slice(start)));
  return parsed.success ? parsed.data.parameters : {};
}

const valueElement = /<value name="([a-z0-9_]+)">([\s\S]*?)<\/value>/g;

function readValues(request: string): Record<string, string> {
  const values = request.matchAll(valueElement);
  return Object.fromEntries(
    Array.from(values, (match) => [match[1] ?? '', (match[2] ?? '').replaceAll('&lt;', '<')]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
