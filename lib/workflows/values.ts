import type { WorkflowField } from '../contracts/workflows';
import { localDate } from '../domain/describe-today';
import { isJsonObject } from '../shared/json';
import { checkValue } from './check-value';
import type { Workflow, WorkflowValues } from './workflow';

export type ValidatedValues =
  | { ok: true; values: WorkflowValues }
  /**
   * Errors have their field's name as key. An unknown field is an error, too, because nothing may be dropped
   * silently.
   */
  | { ok: false; fieldErrors: Record<string, string> };

/** Checks the values of a form against the workflow's fields. A run gets its values from here alone. */
export function validateValues(workflow: Pick<Workflow, 'fields'>, parameters: unknown): ValidatedValues {
  const unused = new Map<string, unknown>(isJsonObject(parameters) ? Object.entries(parameters) : []);
  const values: [string, WorkflowValues[string]][] = [];
  const errors: [string, string][] = [];
  for (const field of toFormFields(workflow)) {
    // A form sends every field. When another client leaves a field out, it gets the default.
    const checked = checkValue(field, unused.has(field.name) ? unused.get(field.name) : field.default);
    unused.delete(field.name);
    if (!checked.ok) errors.push([field.name, checked.error]);
    else if (checked.value !== null) values.push([field.name, checked.value]);
  }
  for (const name of [...unused.keys()].slice(0, 10)) {
    errors.push([
      name.slice(0, 60),
      'This form has no such field. The workflow may have changed: reload the page.',
    ]);
  }
  if (errors.length > 0) return { ok: false, fieldErrors: Object.fromEntries(errors) };
  return { ok: true, values: Object.fromEntries(values) };
}

/** Returns the form's fields for a browser. The default `today` becomes the server's date at `now`. */
export function toFormFields(workflow: Pick<Workflow, 'fields'>, now: Date = new Date()): WorkflowField[] {
  return workflow.fields.map((field) =>
    field.type === 'date' && field.default === 'today' ? { ...field, default: localDate(now) } : field,
  );
}
