import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor, scriptActor } from '../../domain/actor';
import { createId } from '../../shared/ids';
import type { ApiToken } from '../ports/api-token-store.port';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled } from '../testing/write-runs';

/** Tests the promises of `ApiTokenStore` on any database. */
export function describeApiTokenStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  const at = (second: number) => new Date(Date.UTC(2026, 10, 28, 12, 0, second));
  const token = (name: string, second = 0): ApiToken => ({
    id: createId('tok'),
    actorId: localActor.id,
    name,
    scope: 'start',
    createdAt: at(second),
    expiresAt: at(50),
    lastUsedAt: null,
  });
  const add = (one: ApiToken, most = 100) =>
    stores.apiTokens.add({ ...one, tokenHash: `hash of ${one.name}` }, most, localActor);
  const audited = async () => {
    const { items } = await stores.audit.list({ by: null, kind: null, cursor: null, limit: 10 });
    return items.map(({ kind, by, objectId, subject }) => [kind, by, objectId, subject]);
  };

  describe('an API token', () => {
    it('is found by its hash after a restart, and listed to its person, the newest first', async () => {
      const [older, newer] = [token('older', 1), token('newer', 2)];
      await add(older);
      await add(newer);
      await stores.apiTokens.touch(older.id, at(9));
      stores = await stores.reopen();
      expect(await stores.apiTokens.find('hash of older')).toEqual({ ...older, lastUsedAt: at(9) });
      expect(await stores.apiTokens.find('hash of another')).toBeNull();
      const listed = await stores.apiTokens.list(localActor.id);
      expect(listed.map(({ name }) => name)).toEqual(['newer', 'older']);
      expect(await stores.apiTokens.list('usr_other')).toEqual([]);
    });

    it('is removed by its person only, once, and the audit log says who made and revoked it', async () => {
      const one = token('Nightly');
      await add(one);
      expect(await stores.apiTokens.remove('usr_other', one.id, scriptActor)).toBe(false);
      expect(await stores.apiTokens.find('hash of Nightly')).not.toBeNull();
      expect(await stores.apiTokens.remove(localActor.id, one.id, scriptActor)).toBe(true);
      expect(await stores.apiTokens.remove(localActor.id, one.id, scriptActor)).toBe(false);
      expect(await stores.apiTokens.find('hash of Nightly')).toBeNull();
      expect(await audited()).toEqual([
        ['token_revoked', scriptActor.id, one.id, 'Nightly'],
        ['token_created', localActor.id, one.id, 'Nightly'],
      ]);
    });

    it('is one of at most so many of its person, however many are added at once', async () => {
      const results = await atOnce(8, (index) => add(token(`token ${index}`), 3));
      expect(fulfilled(results).filter((isAdded) => isAdded)).toHaveLength(3);
      expect(await stores.apiTokens.list(localActor.id)).toHaveLength(3);
      expect(await audited()).toHaveLength(3);
    });
  });
}
