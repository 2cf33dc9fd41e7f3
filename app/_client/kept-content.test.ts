import { beforeEach, expect, it, vi } from 'vitest';
import { forgetKeptContent, hasDrafts, keepContentOf } from './kept-content';

/** Browsers list what they keep as the storage's own properties. */
function storageOf(content: Record<string, string>) {
  const storage = { ...content } as Record<string, string>;
  const hidden = { enumerable: false };
  return Object.defineProperties(storage, {
    getItem: { ...hidden, value: (key: string) => storage[key] ?? null },
    setItem: { ...hidden, value: (key: string, value: string) => Object.assign(storage, { [key]: value }) },
    removeItem: { ...hidden, value: (key: string) => Reflect.deleteProperty(storage, key) },
  });
}

let storage: ReturnType<typeof storageOf>;
beforeEach(() => {
  storage = storageOf({
    'countersign.draft.message': '"words"',
    'countersign.prefill.notes': '{}',
    'of something else': 'stays',
  });
  vi.stubGlobal('sessionStorage', storage);
  return () => vi.unstubAllGlobals();
});

it('forgets input and values for forms, and nothing of others', () => {
  expect(hasDrafts()).toBe(true);
  forgetKeptContent();
  expect(hasDrafts()).toBe(false);
  expect({ ...storage }).toEqual({ 'of something else': 'stays' });
});

it('keeps the input of a person who comes back, and removes that of another one', () => {
  keepContentOf('usr_ada');
  keepContentOf('usr_ada');
  expect(hasDrafts()).toBe(true);
  keepContentOf('usr_bob');
  expect(hasDrafts()).toBe(false);
});

it('works where storage is forbidden', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(hasDrafts()).toBe(false);
  expect(() => keepContentOf('usr_ada')).not.toThrow();
  expect(forgetKeptContent).not.toThrow();
});
