import { describe, expect, it } from 'vitest';
import { createBuiltInTools } from '../../tools/built-in-tools';
import { createToolParts } from '../../tools/tool-parts';
import { toParameterRows } from './parameter-rows';

const tools = createBuiltInTools(createToolParts({ workspaceDir: '/' }));
const tool = (name: string) => tools.find((it) => it.name === name);

describe('parameters for people', () => {
  it('have labels of the tool and exact values', () => {
    const rows = toParameterRows({ old_text: 'a\n', replace_all: true }, tool('edit_file'));
    expect(rows).toEqual([
      { name: 'old_text', label: 'Text to replace', value: 'a\n' },
      { name: 'replace_all', label: 'Replace all matches', value: 'Yes' },
    ]);
    expect(toParameterRows({ timeout_seconds: 60 }, tool('run_command'))[0]?.label).toBe(
      'Time limit in seconds',
    );
    expect(toParameterRows({ url: 'https://a.example/' }, tool('http_request'))[0]?.label).toBe('URL');
  });

  it.each([
    [false, 'No'],
    [true, 'Yes'],
    ['false', 'false'],
    ['', ''],
    [0, '0'],
    [null, 'null'],
    [[], '[]'],
    [[true], '[\n  true\n]'],
  ])('%j is shown as %j', (value, shown) => {
    expect(toParameterRows({ replace_all: value }, tool('edit_file'))[0]?.value).toBe(shown);
  });

  it('no label of any tool looks like a name in code', () => {
    for (const { parameters } of tools) {
      for (const { label } of parameters) expect(label).toMatch(/^[A-Z][A-Za-z ]+$/);
    }
  });

  it('keep their names when the tool no longer exists', () => {
    expect(toParameterRows({ some_name: 1 }, undefined)).toEqual([
      { name: 'some_name', label: 'some_name', value: '1' },
    ]);
  });
});
