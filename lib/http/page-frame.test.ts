import { describe, expect, it } from 'vitest';
import { localActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { createPageFrame } from './page-frame';
import { openGate } from './testing/open-gate';

const about = { action: 'runs.read', object: { id: 'run_1' } } as const;
const readHeaders = async () => new Headers({ cookie: 'session=1' });
const readWith = <Data>(changes: Parameters<typeof openGate>[0], read: () => Promise<Data>) =>
  createPageFrame(openGate(changes), readHeaders)(about, read);

describe('the frame of every page that is drawn with data', () => {
  it('hands over services and actor, and answers what the use case answers', async () => {
    const readForPage = createPageFrame(openGate(), readHeaders);
    expect(await readForPage(about, async ({ services, actor }) => [services, actor])).toEqual([
      {},
      localActor,
    ]);
  });

  it('asks for its action and object, about the person who sent these headers', async () => {
    const asked: unknown[] = [];
    const identify = async (headers: Headers) => {
      asked.push(headers.get('cookie'));
      return { actor: localActor, session: null };
    };
    const authorize = async (...question: unknown[]) => {
      asked.push(...question);
      return true;
    };
    await readWith({ identify, authorize }, async () => null);
    expect(asked).toEqual(['session=1', localActor, about.action, expect.objectContaining(about.object)]);
  });

  it.each([
    ['may not see the data', { authorize: async () => false }],
    ['is unknown', { identify: async () => null }],
  ])('answers null and runs no use case when the viewer %s', async (_, changes) => {
    let runs = 0;
    const read = async () => {
      runs += 1;
    };
    expect(await readWith(changes, read)).toBe(null);
    expect(runs).toBe(0);
  });

  it.each([new AppError('not_found', 'Gone.'), new Error('The disk is gone')])(
    'answers null when the data cannot be read: %s',
    async (error) => {
      expect(
        await readWith({}, async () => {
          throw error;
        }),
      ).toBe(null);
    },
  );
});
