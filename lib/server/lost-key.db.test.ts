import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../db/open-database';
import type { Database } from '../db/ports/database';
import { createModelCheckStore } from '../db/stores/model-check-store';
import { createSettingStore } from '../db/stores/saved-model-store';
import { openSecretBox } from '../db/stores/secret-box';
import { localActor } from '../domain/actor';
import { collectReply } from '../llm/testing/collect-reply';
import { addModel, changeModel, getModelSettings } from '../use-cases/saved-models';
import { listServerModels } from '../use-cases/settings';
import { createWorkflowCatalog } from '../workflow-files/catalog';
import { createModelSource } from './model-source';

const server = { provider: 'openai_compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'small' } as const;
const key = 'sk-stored-key-1234567890';

let folder: string;
let keyFile: string;
let database: Database;
let warnings: string[];
let id: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-lost-key-'));
  keyFile = path.join(folder, 'secret.key');
  warnings = [];
  const services = await start();
  const saved = await addModel(services, localActor, { ...server, apiKey: key, isDefault: true });
  id = saved.id;
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens everything again on the same files, as a restart does. */
async function start() {
  if (database) await database.close();
  database = await openDatabase({
    url: `file:${path.join(folder, 'data.db')}`,
    prismaDir: path.resolve('prisma'),
  });
  const settings = createSettingStore(
    database,
    await openSecretBox(folder, (message) => void warnings.push(message)),
  );
  const modelChecks = createModelCheckStore(database);
  const workflows = createWorkflowCatalog(folder, async () => ({ toolNames: [], systemPromptIds: [] }));
  return { settings, modelChecks, workflows, models: createModelSource({ model: null }, settings) };
}

const losses: [name: string, lose: () => Promise<void>, words: string][] = [
  ['removed', () => rm(keyFile), 'was replaced'],
  ['replaced', () => writeFile(keyFile, Buffer.alloc(32, 7).toString('base64')), 'was replaced'],
  ['emptied', () => writeFile(keyFile, ''), 'is damaged: it holds 0 bytes'],
  ['cut short', async () => writeFile(keyFile, (await readFile(keyFile, 'utf8')).slice(0, 20)), 'is damaged'],
  [
    'a folder',
    async () => {
      await rm(keyFile);
      await mkdir(keyFile);
    },
    'is a folder, not a file',
  ],
  [
    'a link to nothing',
    async () => {
      await rm(keyFile);
      await symlink(path.join(folder, 'not-mounted'), keyFile);
    },
    'is a link to a file that does not exist',
  ],
];

describe.each(losses)('with a key file that is %s', (_name, lose, words) => {
  it('the app starts and names the lost key, its file and its date', async () => {
    await lose();
    const settings = await getModelSettings(await start(), localActor);
    expect(settings).toMatchObject({
      source: 'settings',
      name: 'small at 127.0.0.1:9',
      isKeyLost: true,
      hasKey: false,
    });
    expect(settings.problem).toContain(words);
    expect(settings.problem).toContain(keyFile);
    expect(settings.problem).toContain(new Date().toLocaleDateString('en-US', { dateStyle: 'medium' }));
    expect(JSON.stringify(settings)).not.toContain(key);
  });

  it('a run fails with these words and sends nothing', async () => {
    await lose();
    const { models } = await start();
    const { bound } = await models.inForce();
    const model = await models.open(bound);
    const { error } = model ? await collectReply(model) : { error: null };
    expect(error?.message).toBe((await models.describe()).problem);
  });

  it('a new key repairs it for good, and the old file is kept', async () => {
    const before = await readFile(keyFile, 'utf8');
    await lose();
    const damaged = await readFile(keyFile, 'utf8').catch(() => null);
    const saved = await changeModel(await start(), localActor, { ...server, id, apiKey: 'sk-new' });
    expect(saved).toMatchObject({ problem: null, isKeyLost: false, hasKey: true });
    const { settings } = await start();
    expect(await settings.readModels()).toMatchObject({ models: [{ apiKey: 'sk-new', lostKey: null }] });
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const aside = (await readdir(folder)).find((name) => name.startsWith('secret.key.unusable-'));
    if (!words.startsWith('is ')) return;
    expect(warnings.join()).toContain(aside ?? 'nothing was kept');
    expect(damaged === before).toBe(false);
    if (damaged !== null) expect(await readFile(path.join(folder, aside ?? ''), 'utf8')).toBe(damaged);
  });

  it('saving without a key, or asking the server, works and does not lose the key for good', async () => {
    const before = await readFile(keyFile, 'utf8');
    await lose();
    const services = await start();
    expect((await changeModel(services, localActor, { ...server, id, model: 'big' })).problem).toContain(
      keyFile,
    );
    await expect(listServerModels(services, localActor, server)).rejects.toThrow(keyFile);
    await rm(keyFile, { recursive: true, force: true });
    await writeFile(keyFile, before);
    expect(await (await start()).settings.readModels()).toMatchObject({
      models: [{ model: 'big', apiKey: key, lostKey: null }],
    });
  });

  it('the key can be removed, for a server that needs none', async () => {
    await lose();
    const saved = await changeModel(await start(), localActor, { ...server, id, apiKey: null });
    expect(saved).toMatchObject({ problem: null, isKeyLost: false, hasKey: false });
  });
});

it('a key file that was put back counts after a restart', async () => {
  await rename(keyFile, `${keyFile}.backup`);
  expect((await getModelSettings(await start(), localActor)).isKeyLost).toBe(true);
  await rename(`${keyFile}.backup`, keyFile);
  expect((await getModelSettings(await start(), localActor)).hasKey).toBe(true);
});
