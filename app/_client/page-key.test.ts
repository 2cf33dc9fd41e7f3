import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toDoorPage } from '@/lib/http/entry/door-page';
import { requestNothing } from './api-client';
import { confirmPageKey, forgetPageKey, keepPageKey, keyHeader, readPageKey, takePageKey } from './page-key';

const [genuine = '', newer = '', wrong = '', wrongToo = ''] = ['g', 'n', 'w', 'x'].map((letter) =>
  letter.repeat(43),
);

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    size: () => items.size,
  };
}

let localStorage: ReturnType<typeof createStorage>;
/** The server accepts a change only with this key, and was asked with these. */
let accepted = '';
let asked: string[] = [];
beforeEach(() => {
  localStorage = createStorage();
  accepted = genuine;
  vi.stubGlobal('window', { localStorage, location: { hash: '' }, history: { replaceState() {} } });
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const key = headers[keyHeader] ?? '';
    asked.push(key);
    if (key === accepted || path.startsWith('/api/door/')) return new Response();
    return Response.json({ error: { code: 'no_key', message: 'No key.' } }, { status: 403 });
  });
  return () => vi.unstubAllGlobals();
});

/** Makes a change. Returns the keys that it was tried with. */
async function change(path = '/api/x'): Promise<string[]> {
  asked = [];
  await requestNothing(path, { method: 'POST' });
  return asked;
}

function openApp(key: string) {
  window.location.hash = `#key=${key}`;
  takePageKey();
}

function openDoorPage(key: string) {
  const script = /<script nonce="n">(.+)<\/script>/s.exec(toDoorPage('no_session', 'n'))?.[1] ?? '';
  const location = { hash: `#key=${key}`, replace() {} };
  runInNewContext(script, { location, localStorage, sessionStorage: createStorage() });
}

describe.each([
  ['a page', openApp],
  ['the door page', openDoorPage],
])('an address with a key, opened as %s,', (_, open) => {
  it('takes no key away, however many false ones come', async () => {
    open(genuine);
    open(wrong);
    open(wrongToo);
    open(wrongToo);
    expect(await change()).toEqual([wrongToo, genuine]);
    expect(await change()).toEqual([genuine]);
    expect(localStorage.size()).toBe(1);
    open(wrong);
    expect(await change()).toEqual([wrong, genuine]);
  });

  it('has a change tried six times at most, also after a hundred others', async () => {
    open(genuine);
    for (let number = 0; number < 100; number += 1) open(`${number}`.padStart(genuine.length, '-'));
    accepted = 'none of them';
    await expect(change()).rejects.toMatchObject({ code: 'no_key' });
    expect(asked).toHaveLength(6);
    accepted = genuine;
    expect((await change())[1]).toBe(genuine);
    expect(localStorage.size()).toBe(1);
  });

  it('brings a new key, which counts at the first try', async () => {
    open(wrong);
    open(genuine);
    expect(await change()).toEqual([genuine]);
    open(newer);
    accepted = newer;
    expect(await change()).toEqual([newer]);
    open(wrong);
    expect(await change()).toEqual([wrong, newer]);
  });

  it('loses no new key that a false one follows before the first change', async () => {
    open(genuine);
    expect(await change()).toEqual([genuine]);
    open(newer);
    accepted = newer;
    open(wrong);
    expect(await change()).toEqual([wrong, genuine, newer]);
    expect(await change()).toEqual([newer]);
    expect(localStorage.size()).toBe(1);
  });
});

it('a change that no key allows is refused, and tried once with each', async () => {
  openApp(wrong);
  openApp(wrongToo);
  await expect(change()).rejects.toMatchObject({ code: 'no_key' });
  expect(asked).toEqual([wrongToo, wrong]);
});

it('the door proves no key, since it asks for none', async () => {
  openApp(genuine);
  openApp(wrong);
  await change('/api/door/sign-in');
  expect(await change()).toEqual([wrong, genuine]);
});

it('a late answer takes no newer key away', () => {
  openApp(genuine);
  openApp(newer);
  confirmPageKey(genuine, [wrong]);
  expect(readPageKey()).toBe(newer);
});

it('the key of who signs in is the only one, and who signs out leaves none', () => {
  openApp(wrong);
  openApp(wrongToo);
  keepPageKey(genuine);
  expect(localStorage.size()).toBe(1);
  openApp(wrong);
  forgetPageKey();
  expect(localStorage.size()).toBe(0);
});
