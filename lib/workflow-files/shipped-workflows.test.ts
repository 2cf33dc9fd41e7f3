import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { WorkflowField } from '../contracts/workflows';
import { createBuiltInTools } from '../tools/built-in-tools';
import { createToolParts } from '../tools/tool-parts';
import { fillSteps } from '../workflows/fill-steps';
import { renderPrompt } from '../workflows/render-prompt';
import { toFormFields, validateValues } from '../workflows/values';
import { loadWorkflows } from './load-workflows';

const toolNames = createBuiltInTools(createToolParts({ workspaceDir: '/nowhere' })).map(({ name }) => name);
const folder = fileURLToPath(new URL('../../workflows', import.meta.url));
const { workflows, problems } = await loadWorkflows(folder, {
  toolNames,
  systemPromptIds: ['default'],
});

/** Returns the default, else the example in the form, else something of the right type. */
function example(field: WorkflowField): unknown {
  return field.default ?? field.placeholder ?? (field.type === 'number' ? 1 : 'something');
}

test('the shipped workflows load without a problem', () => {
  expect(problems).toEqual([]);
  expect(workflows.map((workflow) => workflow.id)).toEqual(
    expect.arrayContaining([
      'ask-about-folder',
      'check-web-service',
      'create-project',
      'find-and-replace',
      'fix-failing-command',
      'free-request',
      'notes-to-tasks',
      'organize-files',
      'summarize-document',
    ]),
  );
});

test('the folder holds workflow files only', async () => {
  expect((await readdir(folder)).sort()).toEqual(workflows.map((workflow) => workflow.file).sort());
});

describe.each(workflows.map((workflow) => [workflow.id, workflow] as const))('%s', (id, workflow) => {
  const fields = toFormFields(workflow);
  const validated = validateValues(
    workflow,
    Object.fromEntries(fields.map((field) => [field.name, example(field)])),
  );

  test('lies in the file of its name, and its examples and defaults are valid', () => {
    expect(workflow.file).toBe(`${id}.md`);
    expect(validated).toMatchObject({ ok: true });
  });

  test('fills in everything', () => {
    const values = validated.ok ? validated.values : {};
    const filled =
      workflow.kind === 'agent'
        ? renderPrompt(workflow, values)
        : JSON.stringify(fillSteps(workflow, values).map((step) => step.parameters));
    expect(filled).not.toContain('{{');
    expect(filled).not.toContain('undefined');
  });

  test('reveals no tools to the browser', () => {
    const sent = JSON.stringify(fields);
    expect(toolNames.filter((tool) => sent.includes(tool))).toEqual([]);
  });
});
