import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config';

describe('settings from the environment', () => {
  it('nothing set: loopback, port 3000, the demo model', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: path.resolve('.data'),
      databaseUrl: `file:${path.resolve('.data/countersign.db')}`,
      workspaces: [{ id: 'main', folder: path.resolve('workspace') }],
      workflowsDir: path.resolve('workflows'),
      model: null,
      limits: { maxSteps: null, maxActiveMs: null, maxMalformedReplies: null },
      failpoint: null,
    });
  });

  it('a failpoint has a name and the number of its hit', () => {
    expect(loadConfig({ COUNTERSIGN_FAILPOINT: 'file_linked' }).failpoint).toEqual({
      name: 'file_linked',
      hit: 1,
    });
    expect(loadConfig({ COUNTERSIGN_FAILPOINT: 'file_linked:3' }).failpoint?.hit).toBe(3);
  });

  it('as many runs work side by side as the heap allows, or as the environment says', () => {
    const { maxWorkingRuns } = loadConfig({});
    expect([maxWorkingRuns >= 4, maxWorkingRuns <= 64]).toEqual([true, true]);
    expect(loadConfig({ MAX_WORKING_RUNS: '100' }).maxWorkingRuns).toBe(100);
  });

  it('an empty variable counts as not set', () => {
    expect(loadConfig({ PORT: '', OPENAI_API_KEY: ' ' })).toMatchObject({ port: 3000, model: null });
  });

  it('any of the three model variables means a real model', () => {
    expect(loadConfig({ OPENAI_BASE_URL: 'http://localhost:11434/v1' }).model).toMatchObject({
      baseUrl: 'http://localhost:11434/v1',
      apiKey: null,
    });
    expect(loadConfig({ OPENAI_API_KEY: 'k' }).model).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'k',
    });
  });

  it('space around a key is trimmed, and an address is corrected', () => {
    expect(
      loadConfig({ OPENAI_API_KEY: ' sk-1\n', OPENAI_BASE_URL: 'localhost:11434/v1/', OPENAI_MODEL: ' m\n' })
        .model,
    ).toMatchObject({ baseUrl: 'http://localhost:11434/v1', apiKey: 'sk-1', model: 'm' });
  });

  it('a model that cannot be asked does not stop the start: the problem names the variable and holds no secret', () => {
    for (const [name, value, reason] of [
      ['OPENAI_API_KEY', 'sk-abc\nsecret', 'Character 7 is a line break'],
      ['OPENAI_API_KEY', 'sk-abc\u2013secret', 'Character 7 is a dash'],
      ['OPENAI_MODEL', 'gpt\0secret', 'Character 4 is a NUL character'],
      ['OPENAI_BASE_URL', 'http://me:secret@models.example/v1', 'Remove the user name and password'],
    ] as const) {
      const { model } = loadConfig({ [name]: value });
      expect(model?.problem, name).toContain(name);
      expect(model?.problem, name).toContain(reason);
      expect(JSON.stringify(model), name).not.toContain('secret');
    }
  });

  it('the data folder may not be inside the workspace', () => {
    expect(() => loadConfig({ WORKSPACE_DIR: '/a', DATA_DIR: '/a/b' })).toThrow('DATA_DIR');
    expect(() => loadConfig({ WORKSPACE_DIR: '/a', DATA_DIR: '/ab' })).not.toThrow();
  });

  it('a public address is an origin, with TLS unless it is of this machine', () => {
    for (const [text, origin] of [
      ['https://sign.example', 'https://sign.example'],
      ['HTTPS://Sign.Example:8443/', 'https://sign.example:8443'],
      ['https://sign.example:443', 'https://sign.example'],
      ['http://localhost:8080', 'http://localhost:8080'],
      ['http://[::1]:8080', 'http://[::1]:8080'],
    ] as const)
      expect(loadConfig({ PUBLIC_URL: text }).publicUrl).toBe(origin);
    for (const text of [
      'sign.example',
      'http://sign.example',
      'http://localhost.sign.example',
      'http://192.168.1.5',
      'https://sign.example/path',
      'https://sign.example/?a=b',
      'https://sign.example/?',
      'https://sign.example/#',
      'https://me:secret@sign.example',
      'ftp://sign.example',
      'javascript:alert(1)',
    ])
      expect(() => loadConfig({ PUBLIC_URL: text }), text).toThrow(/^PUBLIC_URL must be [^\n]*$/);
  });

  it('the address of a server is an origin, which its network may reach without TLS', () => {
    expect(loadConfig({}).serverAddress).toBeNull();
    for (const text of ['http://server-a:3000', 'https://server-a.example', 'http://10.0.0.2:3000'])
      expect(loadConfig({ SERVER_ADDRESS: text }).serverAddress).toBe(text);
    for (const text of ['server-a:3000', 'http://server-a/x', 'http://me:secret@server-a', 'ftp://server-a'])
      expect(() => loadConfig({ SERVER_ADDRESS: text }), text).toThrow(/^SERVER_ADDRESS must be [^\n]*$/);
  });

  it('an OpenID provider has an issuer, an id and a secret, and a name for people', () => {
    const group = {
      OIDC_ISSUER: 'https://id.example/team',
      OIDC_CLIENT_ID: 'me',
      OIDC_CLIENT_SECRET: 'secret',
    };
    expect(loadConfig({}).provider).toBeNull();
    expect(loadConfig({ OIDC_NAME: 'Example' }).provider).toBeNull();
    expect(loadConfig({ ...group, OIDC_NAME: ' Example ' }).provider).toEqual({
      issuer: 'https://id.example/team',
      clientId: 'me',
      clientSecret: 'secret',
      name: 'Example',
    });
    expect(loadConfig(group).provider?.name).toBe('your organization');
    for (const missing of Object.keys(group)) {
      const half = { ...group, [missing]: '' };
      expect(() => loadConfig(half), missing).toThrow(new RegExp(`^${missing} must be set too: [^\\n]*$`));
      expect(() => loadConfig(half), missing).toThrow(ConfigError);
    }
    for (const [issuer, isTaken] of [
      ['http://localhost:9000', true],
      ['http://127.0.0.1:9000/team', true],
      ['http://id.example', false],
      ['http://localhost.id.example', false],
      ['id.example', false],
      ['https://me:secret@id.example', false],
      ['https://id.example/?tenant=1', false],
      ['https://id.example/#a', false],
      ['ftp://id.example', false],
    ] as const) {
      const load = () => loadConfig({ ...group, OIDC_ISSUER: issuer }).provider?.issuer;
      if (isTaken) expect(load()).toBe(issuer);
      else expect(load, issuer).toThrow(/^OIDC_ISSUER must be [^\n]*$/);
    }
    expect(() => loadConfig({ ...group, OIDC_NAME: 'x'.repeat(41) })).toThrow(/^OIDC_NAME must /);
  });

  it('only a team, or a container that says so, listens beyond this machine', () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(loadConfig({ HOST }).host).toBe(HOST);
    const open = ['0.0.0.0', '::', '192.168.1.5', 'sign.example', '127.0.0.1.sign.example'];
    for (const HOST of [...open, '127.0.0.2', '::ffff:127.0.0.1', 'LOCALHOST', '[::1]']) {
      const rule = 'HOST must be 127.0.0.1, localhost or ::1, so that only this machine reaches Countersign.';
      expect(() => loadConfig({ HOST }), HOST).toThrow(`${rule} It is ${HOST}.`);
      expect(() => loadConfig({ HOST, COUNTERSIGN_PROFILE: 'local' }), HOST).toThrow(ConfigError);
      for (const allowed of [{ COUNTERSIGN_PROFILE: 'team' }, { COUNTERSIGN_LOCAL_IN_CONTAINER: '1' }])
        expect(loadConfig({ HOST, ...allowed }).host).toBe(HOST);
    }
  });

  it('an unusable value is refused with its variable’s name', () => {
    for (const [name, value] of [
      ['PORT', 'abc'],
      ['PORT', '70000'],
      ['OPENAI_BASE_URL', 'ftp://x'],
      ['DATABASE_URL', 'mysql://x'],
      ['DATABASE_URL', 'file:'],
      ['DATABASE_URL', 'postgres:x'],
      ['DATABASE_URL', 'postgresql://:0:/name'],
      ['DATABASE_URL', 'postgresql://ann:secret@host'],
      ['DATABASE_URL', 'postgresql://ann:secret@host/'],
      ['AGENT_MAX_STEPS', '0'],
      ['MAX_WORKING_RUNS', '0'],
      ['LOG_FORMAT', 'xml'],
      ['COUNTERSIGN_PROFILE', 'home'],
      ['COUNTERSIGN_LOCAL_IN_CONTAINER', 'yes'],
      ['COUNTERSIGN_CONTAINER_HOST', 'http://host.docker.internal'],
      ['COUNTERSIGN_CONTAINER_HOST', 'host.docker.internal:11434'],
      ['TRUSTED_PROXY', '10.0.0.1'],
      ['MAX_STREAMS', '0'],
      ['COUNTERSIGN_FAILPOINT', 'anywhere'],
      ['COUNTERSIGN_FAILPOINT', 'file_linked:0'],
    ] as const) {
      expect(() => loadConfig({ [name]: value }), `${name}=${value}`).toThrow(ConfigError);
      expect(() => loadConfig({ [name]: value })).toThrow(name);
    }
  });
});
