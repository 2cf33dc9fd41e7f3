import type { JsonObject } from '../shared/json';
export type ParsedReply = { kind: 'text'; text: string } | { kind: 'tool_call'; tool: string; parameters: JsonObject; terminate: boolean; commentary: string; layers: number } | { kind: 'malformed'; code: string; message: string };
export function parseReply(text: string): ParsedReply {
  const at = text.indexOf('{"tool"');
  if (at === -1) return { kind: 'text', text };
  try { const v = JSON.parse(text.slice(at)); if (typeof v.terminate !== 'boolean') return { kind: 'malformed', code: 'missing_field', message: 'terminate is missing' }; return { kind: 'tool_call', tool: v.tool, parameters: v.parameters, terminate: v.terminate, commentary: text.slice(0, at).trim(), layers: 0 }; } catch { return { kind: 'malformed', code: 'invalid_json', message: 'bad' }; }
}
