import type { JsonObject } from '../../shared/json';
import type { ToolDescription } from '../../tools/toolbox.port';

type ParameterRow = { name: string; label: string; value: string };

/**
 * Shows parameters as rows of a table under the labels of the tool: texts exactly as they are, a switch as
 * Yes or No, and everything else as JSON. A tool that no longer exists has no labels, so its parameters keep
 * their names.
 */
export function toParameterRows(parameters: JsonObject, tool: ToolDescription | undefined): ParameterRow[] {
  const labels = new Map(tool?.parameters.map(({ name, label }) => [name, label]));
  return Object.entries(parameters).map(([name, value]) => ({
    name,
    label: labels.get(name) ?? name,
    value: toText(value),
  }));
}

function toText(value: JsonObject[string]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return JSON.stringify(value, null, 2);
}
