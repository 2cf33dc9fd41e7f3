import { z } from 'zod';
import type { JsonObject } from '../shared/json';
import type { DemoStep, DemoTurn } from './demo-turn';

export type DemoMessage = { role: string; content: string };

/** Matches a result as the system prompt describes it to every model (`lib/convention/build-prompt`). */
const toolResult =
  /^\[Result: (\w+), step \d+, (?:ok|error (\w+))\]\n(?:A person replaced your call by this one: (.+)\n)?(`{3,})\n([\s\S]*)\n\4$/;
/** Matches the server's refusal of a reply. */
const refusal = /^Error \(\w+\): ([\s\S]*)$/;
/** The server puts this before each request (`lib/domain/describe-today`). */
const today = /^Today is \w+, \d{4}-\d{2}-\d{2}\.\n\n/;
const call = z.object({ tool: z.string(), parameters: z.record(z.string(), z.json()) });

/** Reads the conversation that the server sent: a person's last message and everything after it. */
export function readTurn(messages: readonly DemoMessage[]): DemoTurn {
  const start = messages.findLastIndex(
    (message) => message.role === 'user' && !isFromServer(message.content),
  );
  const request = (messages[start]?.content ?? '').replace(today, '');
  const steps: DemoStep[] = [];
  let malformed: string | null = null;
  let parameters: JsonObject = {};
  for (const message of messages.slice(start + 1)) {
    if (message.role === 'assistant') {
      parameters = readCall(message.content);
      malformed = null;
      continue;
    }
    const step = readStep(message.content, parameters);
    if (step) steps.push(step);
    else malformed = refusal.exec(message.content)?.[1] ?? null;
  }
  const instructions = request.replace(valueElement, '');
  return { request, instructions, values: readValues(request), steps, malformed };
}

function readStep(content: string, requested: JsonObject): DemoStep | null {
  const [found, tool = '', code, replacement, , text = ''] = toolResult.exec(content) ?? [];
  if (found === undefined) return null;
  const parameters = replacement === undefined ? requested : readCall(replacement);
  return { tool, parameters, outcome: code ? { ok: false, code, message: text } : { ok: true, text } };
}

function isFromServer(content: string): boolean {
  return toolResult.test(content) || refusal.test(content);
}

/** A script puts its call in the last line, after a few words. */
function readCall(content: string): JsonObject {
  const start = content.search(/^\{/m);
  const parsed = call.safeParse(start < 0 ? null : parseJson(content.slice(start)));
  return parsed.success ? parsed.data.parameters : {};
}

const valueElement = /<value name="([a-z0-9_]+)">([\s\S]*?)<\/value>/g;

function readValues(request: string): Record<string, string> {
  const values = request.matchAll(valueElement);
  return Object.fromEntries(Array.from(values, (match) => [match[1] ?? '', toTyped(match[2] ?? '')]));
}

/** Restores what the server escaped: only text that would pass for the element's own marks. */
function toTyped(value: string): string {
  return value.replace(/&lt;(?=[\s/]*value)/gi, '<');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
