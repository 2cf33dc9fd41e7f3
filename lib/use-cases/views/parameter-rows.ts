import type { JsonObject } from '../../shared/json';
import type { ToolDescription } from '../../tools/toolbox.port';

export type ParameterRow = { name: string; label: string; value: string };

/**
 * Parameters as rows of a table: values exactly as they are, strings as text and everything else as JSON, under the labels
 * of the tool. A tool that no longer exists has none: its parameters keep their names.
 */
export function toParameterRows(parameters: JsonObject, tool: ToolDescription | undefined): ParameterRow[] {
  const labels = new Map(tool?.parameters.map(({ name, label }) => [name, label]));
  return Object.entries(parameters).map(([name, value]) => ({
    name,
    label: labels.get(name) ?? name,
    value: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }));
}
