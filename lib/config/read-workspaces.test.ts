import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noWorkspaceLimits } from '../domain/workspace';
import { ConfigError, loadConfig } from './config';

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-spaces-'));
  for (const name of ['data', 'one/inner', 'two', 'three']) mkdirSync(at(name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const team = { COUNTERSIGN_PROFILE: 'team' };
const many = { DATABASE_URL: 'postgresql://host/name' };

function load(text: string, variables: Record<string, string> = {}) {
  writeFileSync(at('spaces.yaml'), text);
  return loadConfig({ DATA_DIR: at('data'), WORKSPACES_FILE: at('spaces.yaml'), ...variables });
}

function refusal(text: string, variables: Record<string, string> = {}): string {
  try {
    load(text, variables);
    return 'loaded';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

const space = (id: string, folderOf: string, more = '') =>
  `- id: ${id}\n  name: Space ${id}\n  folder: ${folderOf}\n${more}`;

describe('the file of workspaces', () => {
  it('names folders, which are absolute or begin at the file', () => {
    const text = `${space('one', './one')}${space('two', at('two'), '  people: [Ann@Example.com]\n  limits: { workingRuns: 3, steps: 4, timeoutSeconds: 60 }\n')}`;
    expect(load(text, team).workspaces).toEqual([
      {
        id: 'one',
        name: 'Space one',
        folder: at('one'),
        people: 'everyone',
        ...noWorkspaceLimits,
        server: null,
      },
      {
        id: 'two',
        name: 'Space two',
        folder: at('two'),
        people: ['ann@example.com'],
        maxWorkingRuns: 3,
        maxSteps: 4,
        maxActiveMs: 60_000,
        server: null,
      },
    ]);
  });

  it('is not needed: then the one workspace is the folder of WORKSPACE_DIR', () => {
    const config = loadConfig({ DATA_DIR: at('data'), WORKSPACE_DIR: at('one') });
    expect(config).toMatchObject({ workspacesFile: null, serverName: null });
    expect(config.workspaces).toEqual([
      { id: 'main', name: 'Main', folder: at('one'), people: 'everyone', ...noWorkspaceLimits, server: null },
    ]);
  });

  it('that is missing is refused', () => {
    expect(() => loadConfig({ DATA_DIR: at('data'), WORKSPACES_FILE: at('none.yaml') })).toThrow(
      `WORKSPACES_FILE names ${at('none.yaml')}, which is not there.`,
    );
  });

  it.each([
    ['a text', 'hello', /line 1: the file must be a list of workspaces/],
    ['an empty file', '', /the file must be a list of workspaces/],
    ['an empty list', '[]', /line 1: the file must list at least one workspace/],
    ['no list', 'id: one\nname: One\nfolder: one', /line 1: the file must be a list of workspaces/],
    ['broken YAML', '- id: one\n  name: "One\n', /line \d+: this is not valid YAML/],
    ['a key twice', '- id: one\n  id: two\n', /line 2: this is not valid YAML/],
    ['a text in the list', '- one\n', /line 1: a workspace must have an id, a name and a folder/],
    ['no id', '- name: One\n  folder: one\n', /line 1: id must be text/],
    ['an id that is no slug', space('One/two', 'one'), /line 1: id must have 1 to 40 small letters/],
    ['no folder', '- id: one\n  name: One\n', /line 1: folder must be the path of a folder/],
    ['a name of two lines', '- id: one\n  folder: one\n  name: "a\\nb"\n', /line 3: name must be a line/],
    ['an unknown setting', space('one', 'one', '  colour: red\n'), /there is no setting “colour”/],
    [
      'an unknown limit',
      space('one', 'one', '  limits: { runs: 1 }\n'),
      /there is no setting “runs” .*; limits has workingRuns, steps and timeoutSeconds\)/,
    ],
    [
      'a limit of none',
      space('one', 'one', '  limits: { workingRuns: 0 }\n'),
      /line 4: workingRuns must be a whole/,
    ],
    [
      'a limit of no steps',
      space('one', 'one', '  limits:\n    steps: 0\n'),
      /line 5: steps must be a whole number from 1 to 1000\.$/,
    ],
    [
      'a limit of more time than a day',
      space('one', 'one', '  limits:\n    steps: 3\n    timeoutSeconds: 86401\n'),
      /line 6: timeoutSeconds must be a whole number from 5 to 86400\.$/,
    ],
    [
      'a limit in words',
      space('one', 'one', '  limits: { timeoutSeconds: long }\n'),
      /line 4: timeoutSeconds must be a whole/,
    ],
    ['a number of limits', space('one', 'one', '  limits: 4\n'), /line 4: limits must hold limits/],
    [
      'people that are none',
      space('one', 'one', '  people: ann\n'),
      /line 4: people must be “everyone”, or a list/,
    ],
    ['no people', space('one', 'one', '  people: []\n'), /line 4: people must be “everyone”, or a list/],
    ['a server of spaces', space('one', 'one', '  server: "a b"\n'), /line 4: server must be a name/],
    ['an id twice', space('one', 'one') + space('one', 'two'), /line 4: another workspace has this id/],
    [
      'a name twice',
      space('one', 'one') + space('two', 'two').replace('Space two', 'space ONE'),
      /line 5: another workspace has this name/,
    ],
    ['aliases without end', `- &a [x]\n- [${'*a,'.repeat(500)}]\n`, /a workspace must have|must be a list/],
  ])('with %s is refused in a sentence with the line', (_, text, expected) => {
    const sentence = refusal(text, team);
    expect(sentence).toMatch(expected);
    expect(sentence).not.toContain('\n');
    expect(sentence).toContain(at('spaces.yaml'));
  });

  it('with anything in it is loaded or refused in one line, and never breaks', () => {
    const value = fc.oneof(
      fc.constantFrom(
        'one',
        'two',
        'everyone',
        '../..',
        '/',
        '',
        '~',
        'null',
        '__proto__',
        '{}',
        '[[',
        '- - -',
        '&a *a',
      ),
      fc.string({ maxLength: 12 }),
      fc.integer().map(String),
    );
    const key = fc.constantFrom(
      'id',
      'name',
      'folder',
      'people',
      'limits',
      'server',
      'toString',
      '__proto__',
    );
    const entry = fc.array(fc.tuple(key, value), { maxLength: 6 });
    const text = fc
      .array(entry, { maxLength: 4 })
      .map((entries) =>
        entries
          .map((pairs) => pairs.map(([k, v], i) => `${i ? '  ' : '- '}${k}: ${v}`).join('\n'))
          .join('\n'),
      );
    fc.assert(
      fc.property(text, (generated) => {
        const sentence = refusal(generated, team);
        expect(
          sentence === 'loaded' || sentence.startsWith(at('spaces.yaml')) || /workspace/.test(sentence),
        ).toBe(true);
        expect(sentence).not.toContain('\n');
      }),
      { numRuns: 300 },
    );
  });
});

describe('what cannot work', () => {
  it.each([
    ['the same folder', 'one', './one/'],
    ['a folder in another one', 'one', 'one/inner'],
    ['a folder around another one', 'one/inner', 'one'],
    ['a link to the same folder', 'one', 'link'],
    ['a folder that is not there yet in another one', 'one', 'one/later/deep'],
  ])('is %s twice', (_, first, second) => {
    symlinkSync(at('one'), at('link'));
    expect(refusal(space('a', first) + space('b', second))).toMatch(
      /must not be inside .* or the same folder/,
    );
    expect(refusal(space('a', first) + space('b', 'two'))).toBe('loaded');
  });

  it('is a workspace in the data folder, or around the data folder, the database or the file itself', () => {
    mkdirSync(at('data/space'));
    expect(refusal(space('a', 'data/space'))).toMatch(/must not be inside DATA_DIR/);
    expect(refusal(space('a', 'data'))).toMatch(/DATA_DIR must not be inside/);
    expect(refusal(space('a', 'one'), { DATABASE_URL: `file:${at('one/app.db')}` })).toMatch(
      /DATABASE_URL must not/,
    );
    expect(refusal(space('a', '.'), { DATA_DIR: path.join(tmpdir(), 'elsewhere') })).toMatch(
      /WORKSPACES_FILE must not be inside the folder of the workspace “Space a”/,
    );
  });

  it('are people without accounts', () => {
    const text = space('a', 'one', '  people: [ann@example.com]\n');
    expect(refusal(text)).toMatch(/“Space a” lists people, .* COUNTERSIGN_PROFILE=team/);
    expect(refusal(text, team)).toBe('loaded');
  });

  it('is a workspace of another server with a database of one', () => {
    const text = space('a', 'one') + space('b', 'two', '  server: beta\n');
    expect(refusal(text)).toMatch(/“Space b” belongs to the server “beta”, .*SERVER_NAME=beta/);
    expect(refusal(text, { SERVER_NAME: 'beta' })).toBe('loaded');
    expect(refusal(text, { SERVER_NAME: 'alpha', ...many })).toBe('loaded');
    expect(refusal(text, many)).toBe('loaded');
  });

  it('is a name that no server can have', () => {
    expect(refusal(space('a', 'one'), { SERVER_NAME: 'a b' })).toMatch(/SERVER_NAME must be a name/);
  });

  it('is not a folder that only another server has', () => {
    const text = space('a', 'one', '  server: alpha\n') + space('b', 'one', '  server: beta\n');
    expect(refusal(text, { ...many, SERVER_NAME: 'alpha' })).toBe('loaded');
  });
});
