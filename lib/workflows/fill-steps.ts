import type { JsonObject, JsonValue } from '../shared/json';
import { findPlaceholders, replacePlaceholders, toText } from './placeholders';
import { itemOf, memberOf, type Shape, takesOf } from './shape';
import type { DirectWorkflow, WorkflowValues } from './workflow';

export type FilledStep = { tool: string; parameters: JsonObject };

/**
 * Returns the calls that a direct workflow will make. A parameter that consists of one placeholder takes the
 * value with its type, and is left out when the value is empty. Inside longer text, and where the tool takes
 * only text, the value becomes text. Steps whose `when` is off are skipped.
 */
export function fillSteps(workflow: Pick<DirectWorkflow, 'steps'>, values: WorkflowValues): FilledStep[] {
  return workflow.steps
    .filter((step) => step.when === null || isOn(findValue(values, step.when)))
    .map(({ tool, parameters, takes = {} }) => ({ tool, parameters: fillObject(parameters, takes, values) }));
}

function fillObject(object: JsonObject, shape: Shape, values: WorkflowValues): JsonObject {
  const filled = Object.entries(object).map(
    ([key, value]) => [key, fill(value, memberOf(shape, key), values)] as const,
  );
  return Object.fromEntries(filled.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

function fill(value: JsonValue, shape: Shape, values: WorkflowValues): JsonValue | undefined {
  if (typeof value === 'string') return fillText(value, shape, values);
  if (Array.isArray(value))
    return value
      .map((item, index) => fill(item, itemOf(shape, index), values))
      .filter((item) => item !== undefined);
  return typeof value === 'object' && value !== null ? fillObject(value, shape, values) : value;
}

function fillText(text: string, shape: Shape, values: WorkflowValues): JsonValue | undefined {
  const [only] = findPlaceholders(text);
  if (!only?.name || only.text !== text)
    return replacePlaceholders(text, (name) => toText(findValue(values, name) ?? ''));
  const value = findValue(values, only.name);
  if (value === undefined || shape === null) return value;
  const takes = takesOf(shape, value);
  return takes.text && !takes.itself ? toText(value) : value;
}

function isOn(value: WorkflowValues[string] | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== '';
}

function findValue(values: WorkflowValues, name: string): WorkflowValues[string] | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
