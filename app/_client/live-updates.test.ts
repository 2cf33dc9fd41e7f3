import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from './connection';
import { openLiveUpdates } from './live-updates';

/** Plays the browser: it counts open connections and controls the last one. */
const opened: { isOpen: boolean; onerror?: () => void }[] = [];
let page = Object.assign(new EventTarget(), { hidden: false });
let network = new EventTarget();

beforeEach(() => {
  opened.length = 0;
  page = Object.assign(new EventTarget(), { hidden: false });
  network = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', network);
  vi.stubGlobal(
    'EventSource',
    class {
      isOpen = true;
      constructor() {
        opened.push(this);
      }
      close() {
        this.isOpen = false;
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openNow = () => opened.filter(({ isOpen }) => isOpen).length;
const open = () => {
  const seen: Connection[] = [];
  return {
    updates: openLiveUpdates(
      'run_1',
      () => {},
      (connection) => seen.push(connection),
    ),
    seen,
  };
};
const hide = (hidden: boolean) => {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
};
const anHourMs = 3_600_000;

test('a tab that stays hidden gives its connection back, and takes it again when it is looked at', () => {
  const { updates } = open();
  hide(true);
  expect(openNow()).toBe(1);
  vi.advanceTimersByTime(anHourMs);
  expect(openNow()).toBe(0);
  hide(false);
  expect(openNow()).toBe(1);
  updates.close();
  expect(openNow()).toBe(0);
});

test('a tab that is opened in the background gives its connection back, too', () => {
  page.hidden = true;
  open();
  vi.advanceTimersByTime(anHourMs);
  expect(openNow()).toBe(0);
});

test.each([
  ['its connection breaks', () => opened.at(-1)?.onerror?.()],
  ['the network returns', () => void network.dispatchEvent(new Event('online'))],
])('a hidden tab opens none when %s', (_, happens) => {
  open();
  hide(true);
  vi.advanceTimersByTime(anHourMs);
  happens();
  vi.advanceTimersByTime(anHourMs);
  expect(openNow()).toBe(0);
  hide(false);
  expect(openNow()).toBe(1);
});

test('a connection that breaks in a hidden tab is not opened again before somebody looks', () => {
  const { seen } = open();
  hide(true);
  opened.at(-1)?.onerror?.();
  vi.advanceTimersByTime(anHourMs);
  expect([openNow(), seen.at(-1)]).toEqual([0, 'lost']);
});

test('a visible tab opens a lost connection again', () => {
  open();
  opened.at(-1)?.onerror?.();
  expect(openNow()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(openNow()).toBe(1);
});
