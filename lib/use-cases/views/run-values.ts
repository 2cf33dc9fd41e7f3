import type { RunView } from '../../contracts/runs';
import type { WorkflowField } from '../../contracts/workflows';
import type { JsonObject, JsonValue } from '../../shared/json';

/**
 * Shows what a person filled in, in the words of the form as it is now: a choice by its label, a number with
 * its unit.
 */
export function toRunValues(
  parameters: JsonObject,
  fields: ReadonlyMap<string, WorkflowField>,
): RunView['values'] {
  return Object.entries(parameters).map(([name, value]) => {
    const field = fields.get(name);
    const isPath = field?.type === 'path' && typeof value === 'string';
    return {
      label: field?.label ?? name,
      value: isPath && value === '.' ? 'Whole workspace' : describeValue(value, field),
      ...(isPath ? { path: value } : {}),
    };
  });
}

function describeValue(value: JsonValue, field?: WorkflowField): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => describeValue(one, field)).join(', ');
  if (typeof value === 'string')
    return field?.options.find((option) => option.value === value)?.label ?? value;
  return `${JSON.stringify(value)}${field?.unit ? ` ${field.unit}` : ''}`;
}
