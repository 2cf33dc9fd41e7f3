import type { JsonObject, JsonValue } from '../shared/json';
import { findPlaceholders, replacePlaceholders, toText } from './placeholders';
import type { DirectWorkflow, WorkflowValues } from './workflow';

export type FilledStep = { tool: string; parameters: JsonObject };

/**
 * Returns the calls that a direct workflow will make. A parameter that consists of one placeholder takes the
 * value with its type, and is left out when the value is empty. Inside longer text, the value becomes text.
 * Steps whose `when` is off are skipped.
 */
export function fillSteps(workflow: Pick<DirectWorkflow, 'steps'>, values: WorkflowValues): FilledStep[] {
  return workflow.steps
    .filter((step) => step.when === null || isOn(findValue(values, step.when)))
    .map((step) => ({ tool: step.tool, parameters: fillObject(step.parameters, values) }));
}

function fillObject(object: JsonObject, values: WorkflowValues): JsonObject {
  const filled = Object.entries(object).map(([key, value]) => [key, fill(value, values)] as const);
  return Object.fromEntries(filled.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

function fill(value: JsonValue, values: WorkflowValues): JsonValue | undefined {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value))
    return value.map((item) => fill(item, values)).filter((item) => item !== undefined);
  return typeof value === 'object' && value !== null ? fillObject(value, values) : value;
}

function fillText(text: string, values: WorkflowValues): JsonValue | undefined {
  const [only] = findPlaceholders(text);
  if (only?.name && only.text === text) return findValue(values, only.name);
  return replacePlaceholders(text, (name) => toText(findValue(values, name) ?? ''));
}

function isOn(value: WorkflowValues[string] | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== '';
}

function findValue(values: WorkflowValues, name: string): WorkflowValues[string] | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
