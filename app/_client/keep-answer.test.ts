import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepAnswer } from './keep-answer';

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});
afterEach(() => client.clear());

const key = ['approvals', 'one', 'apr_1'];

/** Starts a request that gets its answer when `answer` is called, even after it was dropped. */
function beginRequest() {
  let answer = (_value: string) => {};
  const request = client.fetchQuery({
    queryKey: key,
    queryFn: ({ signal: _signal }) =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  });
  const ended = request.catch(() => null);
  return { ended, answer: (value: string) => answer(value) };
}

describe('the answer to a change', () => {
  it.each([
    ['that comes back later', 'pending'],
    ['that was the first', undefined],
  ])('is not replaced by a request that began before it, %s', async (_which, known) => {
    client.setQueryData(key, known);
    const older = beginRequest();
    keepAnswer(client, key, 'approved');
    older.answer('pending');
    await older.ended;
    expect(client.getQueryState(key)).toMatchObject({ data: 'approved', fetchStatus: 'idle', error: null });
  });

  it('is replaced by what is asked for after it', async () => {
    keepAnswer(client, key, 'approved');
    const newer = beginRequest();
    newer.answer('carried out');
    await newer.ended;
    expect(client.getQueryData(key)).toBe('carried out');
  });
});
