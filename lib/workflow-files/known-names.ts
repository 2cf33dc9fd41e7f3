import type { JsonObject } from '../shared/json';

/** A workflow may refer to these names. The parameters of a tool without a schema may be anything. */
export type KnownNames = {
  toolNames: readonly string[];
  /** These tools cannot be reached now, so their schemas are unknown. A file may name them. */
  absentToolNames?: readonly string[];
  toolSchemas?: ToolSchemas;
  systemPromptIds: readonly string[];
};

/** Gives the parameters of each tool as a JSON Schema, by the tool's name. */
export type ToolSchemas = Readonly<Record<string, JsonObject>>;

export function namesOfTools(
  tools: readonly { name: string; schema: JsonObject }[],
): Required<Pick<KnownNames, 'toolNames' | 'toolSchemas'>> {
  return {
    toolNames: tools.map(({ name }) => name),
    toolSchemas: Object.fromEntries(tools.map(({ name, schema }) => [name, schema])),
  };
}
