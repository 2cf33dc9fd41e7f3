import type { JsonObject } from '../../shared/json';

/** Parameters as rows of a table: strings exactly as they are, everything else as JSON. */
export function toParameterRows(parameters: JsonObject): { name: string; value: string }[] {
  return Object.entries(parameters).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }));
}
