import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectFailure, expectSuccess, openToolbox } from '../../tests/open-toolbox';
import { hideSecretsIn } from '../models/hide-whole-secrets';
import { createPolicy } from '../policy/policy';
import type { JsonObject } from '../shared/json';
import { createBuiltInTools } from './built-in-tools';
import { defineTool } from './define-tool';
import { ToolFailure } from './tool-failure';
import { createToolParts } from './tool-parts';
import { createToolbox } from './toolbox';
import type { ToolUse } from './toolbox.port';

let box: Awaited<ReturnType<typeof openToolbox>>;
beforeEach(async () => {
  box = await openToolbox();
  await box.put('a.txt', 'one\ntwo\nthree\n');
  await box.put('notes/plan.md', '# Plan\n');
  await box.put('binary.dat', Buffer.from([0, 1, 2, 255]));
});
afterEach(async () => {
  expect(box.unexpected).toEqual([]);
  await box.close();
});

/** Lists one good call of each tool that asks and has a target. */
const changes: { tool: string; parameters: JsonObject }[] = [
  { tool: 'write_file', parameters: { path: 'a.txt', content: 'new\n', overwrite: true } },
  { tool: 'edit_file', parameters: { path: 'a.txt', old_text: 'two', new_text: 'TWO' } },
  { tool: 'move_file', parameters: { from: 'a.txt', to: 'moved/b.txt' } },
  { tool: 'delete_file', parameters: { path: 'a.txt' } },
];
const others: { tool: string; parameters: JsonObject }[] = [
  { tool: 'list_files', parameters: { recursive: true } },
  { tool: 'read_file', parameters: { path: 'a.txt' } },
  { tool: 'search_files', parameters: { query: 'two' } },
  { tool: 'write_file', parameters: { path: 'new/file.txt', content: 'x' } },
  { tool: 'run_command', parameters: { command: 'touch made-by-command' } },
  { tool: 'http_request', parameters: { url: 'http://127.0.0.1:9/' } },
];

describe('the words for the button that approves a call', () => {
  it.each([
    ['write_file', { path: 'a.txt', content: 'new\n', overwrite: true }, 'Replace file'],
    ['write_file', { path: 'new.txt', content: 'new\n' }, 'Create file'],
    ['edit_file', { path: 'a.txt', old_text: 'two', new_text: 'TWO' }, 'Edit file'],
    ['move_file', { from: 'a.txt', to: 'b.txt' }, 'Move'],
    ['delete_file', { path: 'a.txt' }, 'Delete file'],
    ['delete_file', { path: 'empty' }, 'Delete folder'],
    ['run_command', { command: 'true' }, 'Run command'],
    ['http_request', { url: 'http://127.0.0.1:9/' }, 'Send request'],
    ['read_file', { path: 'a.txt' }, 'Allow reading'],
  ])('%s %j: %s', async (tool, parameters, act) => {
    await mkdir(join(box.workspaceDir, 'empty'));
    const prepared = await box.toolbox.prepare({ tool, parameters, listed: [tool] });
    if (prepared.status !== 'ready') throw new Error(prepared.message);
    expect(await box.toolbox.nameAct({ tool, preview: prepared.preview })).toBe(act);
  });

  it('a tool that says nothing of its own has words for its effect, and a tool that is gone has none', async () => {
    const effects = ['reads', 'changes', 'runs', 'sends', 'unknown'] as const;
    const acts = effects.map((effect) => defineTool({ ...cutDefinition, effect }).nameAct([]));
    expect(new Set(acts).size).toBe(effects.length);
    for (const act of acts) expect(act).toMatch(/^[A-Z][a-z]+( [a-z]+){0,2}$/);
    expect(await box.toolbox.nameAct({ tool: 'gone', preview: [] })).toBeNull();
  });
});

const cutParameters = z.strictObject({ fails: z.boolean().describe('Whether it fails.') });

/** This tool cuts a character in two wherever it says something to the model. */
const cutDefinition: Parameters<typeof defineTool<typeof cutParameters>>[0] = {
  name: 'cut',
  description: 'Cuts.',
  parameters: cutParameters,
  effect: 'reads',
  capability: 'Cut',
  isIdempotent: true,
  assess: () => ({ risk: 'low', reason: 'Only cuts.', refusal: null }),
  headline: () => 'Cut',
  run: async ({ fails }) => {
    if (fails) throw new ToolFailure('no_match', 'cut \ud83d');
    const detail = { kind: 'text', title: 'Cut', text: '', language: null } as const;
    return { summary: 'cut', modelText: 'cut \ud83d', detail };
  },
};
const cutTool = defineTool(cutDefinition);

describe('the description for the model', () => {
  it('is the same text for the same names, in any order', async () => {
    const { toolbox, names } = box;
    expect(JSON.stringify(await toolbox.describe(names))).toBe(
      JSON.stringify(await toolbox.describe([...names].reverse())),
    );
    const described = await toolbox.describe(['read_file', 'list_files']);
    expect(described.map(({ name }) => name)).toEqual(['list_files', 'read_file']);
  });

  it('every parameter has a type in words and a description', async () => {
    const parameters = (await box.toolbox.describe(box.names)).flatMap((tool) => tool.parameters);
    expect(parameters.length).toBeGreaterThan(15);
    for (const { type, description } of parameters) {
      expect(type).toMatch(/^(string|integer|boolean|one of "GET" \| .*"|object with string values)$/);
      expect(description.length).toBeGreaterThan(10);
    }
  });
});

describe('parameters that would not arrive as they were written', () => {
  const half = '\ud800';
  const calls: [string, JsonObject][] = [
    ['run_command', { command: `echo ${half}` }],
    ['run_command', { command: 'ls', folder: half }],
    ['write_file', { path: `${half}.md`, content: 'x' }],
    ['write_file', { path: 'x.md', content: half }],
    ['edit_file', { path: 'a.txt', old_text: 'one', new_text: half }],
    ['move_file', { from: 'a.txt', to: half }],
    ['http_request', { url: `http://127.0.0.1:9/${half}` }],
    ['http_request', { url: 'http://127.0.0.1:9/', method: 'POST', body: half }],
    ['http_request', { url: 'http://127.0.0.1:9/', headers: JSON.parse('{"__proto__":"x"}') }],
    ['http_request', { url: 'http://127.0.0.1:9/', headers: { 'X-Key': 'shown', 'x-key': 'sent' } }],
    ['run_command', JSON.parse('{"command":"ls","__proto__":{"folder":"notes"}}')],
  ];
  it.each(calls)('go back to the model: %s %j', async (tool, parameters) => {
    const prepared = await box.toolbox.prepare({ tool, parameters, listed: box.names });
    expect(prepared).toMatchObject({ status: 'malformed', code: 'invalid_parameters' });
    expect(await box.execute(tool, parameters)).toMatchObject({ ok: false });
  });

  it('a whole pair is text like any other', async () => {
    const parameters = { path: '😀.md', content: '😀' };
    await box.approve('write_file', parameters);
    expect(await box.read('😀.md')).toBe('😀');
  });
});

describe('the description for a person', () => {
  const capabilitiesOf = (uses: readonly (string | ToolUse)[]) =>
    box.toolbox.capabilities(
      uses.map((use) => (typeof use === 'string' ? { tool: use, parameters: null } : use)),
    );

  it('capabilities are kinds of action, once each, without the name of a tool', async () => {
    const capabilities = await capabilitiesOf(box.names);
    expect(new Set(capabilities.map(({ description }) => description)).size).toBe(capabilities.length);
    for (const name of box.names) expect(JSON.stringify(capabilities)).not.toContain(name);
  });

  it('a capability is named when a tool that has it is used, and only then', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...box.names]), async (names) => {
        const each = await Promise.all(names.map((name) => capabilitiesOf([name])));
        const expected = new Set(each.flat().map(({ description }) => description));
        const together = await capabilitiesOf(names);
        expect(new Set(together.map(({ description }) => description))).toEqual(expected);
      }),
    );
    expect(await capabilitiesOf(['write_file', 'read_file'])).toEqual([
      { description: 'Read files in the workspace, except those that usually hold keys', effect: 'reads' },
      { description: 'Create or replace files', effect: 'changes' },
    ]);
  });

  it('a fixed step that never overwrites can only create files', async () => {
    const write = async (parameters: JsonObject) =>
      (await capabilitiesOf([{ tool: 'write_file', parameters }]))[0]?.description;
    for (const creating of [{}, { overwrite: false }]) expect(await write(creating)).toBe('Create files');
    for (const overwrite of [true, '{{ replace }}'])
      expect(await write({ overwrite })).toBe('Create or replace files');
  });

  it('a tool that changes, runs or sends asks; a tool that reads does not', async () => {
    for (const { tool, parameters } of [...changes, ...others]) {
      const { verdict } = await box.prepare(tool, parameters);
      const asks = (await capabilitiesOf([tool])).map(({ effect }) => createPolicy().asksAbout(effect));
      expect([tool, ...asks]).toEqual([tool, verdict.decision === 'ask']);
    }
  });

  it('no headline, reason or preview holds the name of a tool', async () => {
    for (const { tool, parameters } of [...changes, ...others]) {
      const { headline, verdict, preview } = await box.prepare(tool, parameters);
      expect(headline).not.toBe('');
      for (const name of box.names) {
        expect(JSON.stringify([headline, verdict, preview])).not.toContain(name);
      }
    }
  });

  it('a headline is one line of at most 120 characters in which nothing is invisible', async () => {
    const long = `${'very-long-name/'.repeat(20)}evil\u202etxt.md`;
    const command = `echo hi\n\u200brm -rf x${'y'.repeat(500)}`;
    const url = `https://example.com/${'z'.repeat(500)}`;
    for (const [tool, parameters] of [
      ['read_file', { path: long }],
      ['move_file', { from: long, to: `${long}2` }],
      ['write_file', { path: long, content: '' }],
      ['run_command', { command, folder: long }],
      ['search_files', { query: 'q'.repeat(900), path: long }],
      ['http_request', { url, method: 'POST', body: 'x' }],
    ] as const) {
      const { headline } = await box.prepare(tool, parameters);
      expect(Array.from(headline).length).toBeLessThanOrEqual(120);
      expect(headline).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(headline).toContain('…');
    }
  });
});

describe('a call that cannot be', () => {
  const prepare = (tool: string, parameters: JsonObject, listed = box.names) =>
    box.toolbox.prepare({ tool, parameters, listed });

  it('an unknown tool is malformed and the message names those that are allowed', async () => {
    const prepared = await prepare('launch_rocket', {}, ['read_file']);
    expect(prepared).toEqual({
      status: 'malformed',
      code: 'unknown_tool',
      message: 'There is no tool "launch_rocket". Available: read_file.',
    });
    expect(await prepare('constructor', {})).toMatchObject({ code: 'unknown_tool' });
  });

  it('wrong parameters are malformed, and the message names the field, the expected type and the value', async () => {
    const message = async (tool: string, parameters: JsonObject) => {
      const prepared = await prepare(tool, parameters);
      if (prepared.status !== 'malformed') throw new Error('It was accepted');
      expect(prepared.code).toBe('invalid_parameters');
      expect(prepared.message.length).toBeLessThanOrEqual(500);
      return prepared.message;
    };
    expect(await message('read_file', { path: 7 })).toBe('"path": expected string, got number 7.');
    expect(await message('read_file', {})).toBe('"path" is missing: expected string.');
    expect(await message('read_file', { path: 'a', lines: 3 })).toBe(
      'Unknown: "lines"; the parameters are path, start_line, line_count, start_character.',
    );
    expect(await message('run_command', { command: 'x', timeout_seconds: 999 })).toContain('got number 999');
    expect(await message('http_request', { url: 'x', method: 'BREW' })).toContain('expected one of "GET" |');
    const wild = JSON.parse(
      `{"__proto__": 1, ${Array.from({ length: 300 }, (_, i) => `"k${i}": "v"`).join(',')}}`,
    );
    await message('read_file', wild);
  });

  it('a tool that the workflow does not list is denied without reading the target', async () => {
    const prepared = await box.prepare('delete_file', { path: 'a.txt' }, ['read_file']);
    expect(prepared).toMatchObject({
      status: 'ready',
      verdict: { decision: 'deny' },
      preview: [],
      foreseenError: null,
    });
  });
});

describe('preparing', () => {
  it('has no side effect', async () => {
    const before = await box.hashTree();
    for (const { tool, parameters } of [...changes, ...others]) await box.prepare(tool, parameters);
    await box.prepare('write_file', { path: 'binary.dat', content: 'x', overwrite: true });
    expect(await box.hashTree()).toBe(before);
  });

  it('reading is allowed, everything else asks', async () => {
    for (const { tool, parameters } of [...changes, ...others]) {
      const { verdict, preview } = await box.prepare(tool, parameters);
      const isReading = /^(list|read|search)/.test(tool);
      expect([tool, verdict.decision]).toEqual([tool, isReading ? 'allow' : 'ask']);
      expect(preview.length > 0).toBe(!isReading);
      expect(verdict.reason).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('executing', () => {
  it('refuses a target that has changed since it was shown, and does nothing', async () => {
    for (const { tool, parameters } of changes) {
      await box.put('a.txt', 'one\ntwo\nthree\n');
      const { targetFingerprint } = await box.prepare(tool, parameters);
      await box.put('a.txt', 'one\ntwo\nthree\nfour\n');
      const before = await box.hashTree();
      expectFailure(await box.execute(tool, parameters, targetFingerprint), 'target_changed');
      expect([tool, await box.hashTree()]).toEqual([tool, before]);
    }
  });

  it('refuses a target that was replaced by a link or deleted', async () => {
    for (const { tool, parameters } of changes) {
      await box.put('a.txt', 'one\ntwo\nthree\n');
      const { targetFingerprint } = await box.prepare(tool, parameters);
      await rm(box.at('a.txt'));
      expect((await box.execute(tool, parameters, targetFingerprint)).ok).toBe(false);
      await symlink(`${box.outsideDir}/secret.txt`, box.at('a.txt'));
      expectFailure(await box.execute(tool, parameters, targetFingerprint), 'outside_workspace');
      await rm(box.at('a.txt'));
    }
  });

  it('executes the approved call when nothing has changed', async () => {
    for (const { tool, parameters } of changes) {
      await box.put('a.txt', 'one\ntwo\nthree\n');
      expect(await box.approve(tool, parameters), tool).toMatchObject({ ok: true });
    }
  });

  it('a call that no longer fits its schema, or was aborted before, does nothing', async () => {
    expectFailure(await box.execute('read_file', { path: 7 }), 'unexpected');
    expectFailure(await box.execute('no_such_tool', {}), 'unexpected');
    const reading = { path: 'a.txt' };
    expectFailure(await box.execute('read_file', reading, null, AbortSignal.abort()), 'stopped');
    const late = AbortSignal.abort(new DOMException('Too late', 'TimeoutError'));
    expectFailure(await box.execute('read_file', reading, null, late), 'timed_out');
  });

  it('no text for the model holds half a surrogate pair, which some providers refuse in every later request', async () => {
    for (const shift of ['', 'x']) {
      const long = `${shift}${'😀'.repeat(3_000)}`;
      await box.put('long.txt', `${long}\n${shift}find me${long}\n`);
      const read = expectSuccess(await box.execute('read_file', { path: 'long.txt' }));
      const found = expectSuccess(await box.execute('search_files', { query: 'find me' }));
      for (const { modelText } of [read, found]) expect(modelText.isWellFormed()).toBe(true);
    }
    const halves = createToolbox({ tools: [cutTool] });
    const { signal } = new AbortController();
    const run = (fails: boolean) =>
      halves.execute({ tool: 'cut', parameters: { fails }, targetFingerprint: null }, signal);
    expect(expectSuccess(await run(false)).modelText).toBe('cut \ufffd');
    expect(expectFailure(await run(true), 'no_match')).toBe('cut \ufffd');
  });

  it('what comes back of a call has none of the server’s keys: text for the model, result for a person, error', async () => {
    const key = 'sk-0123456789abcdefghij';
    const workspaceDir = box.workspaceDir;
    const keyless = createToolbox({
      tools: createBuiltInTools(createToolParts({ workspaceDir })),
      hideKeys: (outcome) => hideSecretsIn(outcome, [key]),
    });
    await box.put('key.txt', `key=${key}\n`);
    const { signal } = new AbortController();
    const calls: [string, JsonObject][] = [
      ['read_file', { path: 'key.txt' }],
      ['search_files', { query: 'key=' }],
      ['run_command', { command: `cat key.txt; base64 key.txt >&2` }],
      ['run_command', { command: 'cat key.txt; sleep 9', timeout_seconds: 1 }],
    ];
    for (const [tool, parameters] of calls) {
      const outcome = JSON.stringify(
        await keyless.execute({ tool, parameters, targetFingerprint: null }, signal),
      );
      expect(outcome, tool).toContain('key=[key]');
      expect(outcome, tool).not.toContain(key.slice(0, 12));
      expect(outcome, tool).not.toContain(Buffer.from(`key=${key}`).toString('base64').slice(8, 24));
    }
  });
});
