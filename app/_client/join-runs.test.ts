import { expect, test } from 'vitest';
import { joinEarlier, joinLatest } from './join-runs';

const loaded = { runIds: ['run_3', 'run_4', 'run_5'], earlierCursor: 'before 3' };

test('a latest page that overlaps keeps what was loaded before it', () => {
  const latest = { runIds: ['run_5', 'run_6'], earlierCursor: 'before 5' };
  const known = joinEarlier(loaded, 'before 3', { runIds: ['run_1', 'run_2'], earlierCursor: null });
  expect(joinLatest(known, latest)).toEqual({
    runIds: ['run_1', 'run_2', 'run_3', 'run_4', 'run_5', 'run_6'],
    earlierCursor: null,
  });
});

test('a latest page that does not overlap begins again, so that no gap shows', () => {
  const latest = { runIds: ['run_7', 'run_8'], earlierCursor: 'before 7' };
  expect(joinLatest(loaded, latest)).toEqual(latest);
  expect(joinLatest(undefined, latest)).toEqual(latest);
  expect(joinLatest({ runIds: [], earlierCursor: null }, latest)).toEqual(latest);
  expect(joinLatest(loaded, { runIds: [], earlierCursor: null })).toEqual({
    runIds: [],
    earlierCursor: null,
  });
});

test('an earlier page that arrives twice, or too late, shows nothing twice', () => {
  const earlier = { runIds: ['run_1', 'run_2'], earlierCursor: null };
  const once = joinEarlier(loaded, 'before 3', earlier);
  expect(joinEarlier(once, 'before 3', earlier)).toEqual(once);
});
