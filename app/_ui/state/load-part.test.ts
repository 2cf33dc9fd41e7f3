import { describe, expect, it } from 'vitest';
import { loadPart } from './load-part';

/** Returns the given answers one by one. It throws an answer that is an error. */
function answers<Answer>(...all: (Answer | Error)[]) {
  const left = [...all];
  return async (): Promise<Answer> => {
    const next = left.shift();
    if (next === undefined) throw new Error('asked too often');
    if (next instanceof Error) throw next;
    return next;
  };
}

describe('loadPart', () => {
  const gone = new Error('gone');

  it('asks no server when the part loads', async () => {
    expect(await loadPart(answers('part'), { isServerThere: answers<boolean>(gone) })).toBe('part');
  });

  it('asks again, less and less often, while the server is away', async () => {
    const pausesMs: number[] = [];
    const part = await loadPart(answers(gone, gone, gone, gone, gone, gone, 'part'), {
      isServerThere: async () => false,
      pause: async (ms) => void pausesMs.push(ms),
    });
    expect(part).toBe('part');
    expect(pausesMs).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  });

  it('tries once more when the server answers', async () => {
    expect(await loadPart(answers(gone, 'part'), { isServerThere: async () => true })).toBe('part');
  });

  it('fails when the server answers and the part still does not load', async () => {
    const broken = new Error('of another build');
    await expect(loadPart(answers(gone, broken), { isServerThere: async () => true })).rejects.toBe(broken);
  });
});
