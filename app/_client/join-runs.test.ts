import { expect, test } from 'vitest';
import { joinEarlier, joinLatest } from './join-runs';

const loaded = { runIds: ['run_3', 'run_4', 'run_5'], hasEarlier: true };

test('a latest page that overlaps keeps what was loaded before it', () => {
  const latest = { runIds: ['run_5', 'run_6'], hasEarlier: true };
  const known = joinEarlier(loaded, 'run_3', { runIds: ['run_1', 'run_2'], hasEarlier: false });
  expect(joinLatest(known, latest)).toEqual({
    runIds: ['run_1', 'run_2', 'run_3', 'run_4', 'run_5', 'run_6'],
    hasEarlier: false,
  });
});

test('a latest page that does not overlap begins again, so that no gap shows', () => {
  const latest = { runIds: ['run_7', 'run_8'], hasEarlier: true };
  expect(joinLatest(loaded, latest)).toEqual(latest);
  expect(joinLatest(undefined, latest)).toEqual(latest);
  expect(joinLatest({ runIds: [], hasEarlier: false }, latest)).toEqual(latest);
  expect(joinLatest(loaded, { runIds: [], hasEarlier: false })).toEqual({ runIds: [], hasEarlier: false });
});

test('an earlier page that arrives twice, or too late, shows nothing twice', () => {
  const earlier = { runIds: ['run_1', 'run_2'], hasEarlier: false };
  const once = joinEarlier(loaded, 'run_3', earlier);
  expect(joinEarlier(once, 'run_3', earlier)).toEqual(once);
});
