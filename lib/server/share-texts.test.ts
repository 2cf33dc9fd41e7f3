import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Notices, noNotices } from '../db/ports/notices.port';
import { toPayload } from '../db/postgresql/notices';
import { connectNotices } from '../db/testing/connect-notices';
import { createLiveUpdates } from '../runtime/live-updates';
import type { LiveUpdates } from '../runtime/live-updates.port';
import { createId } from '../shared/ids';
import { shareVersions } from './join-servers';
import { lookUpVersions } from './look-up-versions';
import { shareTexts } from './share-texts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const id = createId('run');

/** Opens two servers. While `isLost` answers true, no message arrives. `onText` hears of each one about text. */
function open(isLost: () => boolean = () => false, onText: (message: string) => void = () => {}) {
  const messages: string[] = [];
  const [owner, other] = connectNotices(2).map(
    (notices): LiveUpdates & { findVersion: LiveUpdates['publishVersion'] } => {
      const lossy: Notices = {
        ...notices,
        send(topic, text) {
          messages.push(text);
          if (topic === 'text') onText(text);
          if (!isLost()) notices.send(topic, text);
        },
      };
      const lookUp = lookUpVersions(shareTexts(createLiveUpdates(), lossy), {
        notices: lossy,
        runReads: { listVersions: async () => [] },
        isDriven: () => false,
      });
      return { ...shareVersions(lookUp.live, lossy), findVersion: lookUp.live.publishVersion };
    },
  );
  if (!owner || !other) throw new Error('There are two servers');
  return { owner, other, messages };
}

/** Counts what PostgreSQL is given. */
const bytesOf = (text: string) =>
  Buffer.byteLength(toPayload({ from: crypto.randomUUID(), topic: 'text', text }));

/** Follows a run as a page does, which begins with the text so far. */
function watch(live: LiveUpdates, version: number) {
  const seen = { text: live.textSoFar({ id, version }) };
  const stop = live.subscribe(id, (update) => {
    if (update.type === 'text') seen.text += update.text;
    if (update.type === 'text_reset' || update.type === 'version') seen.text = '';
  });
  return { seen, stop };
}

describe('the reason why a reply does not arrive', () => {
  const reason = 'The model’s server is busy and asks to wait 20 s';

  it('is shown on the other server until text arrives, also to who comes later', () => {
    const { owner, other } = open();
    watch(other, 1);
    owner.startWork({ id, version: 1 });
    owner.publishWait(id, reason);
    expect(other.waitSoFar(id)).toMatchObject({ message: reason, isWork: true });
    const late = open();
    late.owner.startWork({ id, version: 1 });
    late.owner.publishWait(id, reason);
    expect(late.other.waitSoFar(id)).toBeNull();
    const { seen } = watch(late.other, 1);
    vi.advanceTimersByTime(100);
    expect(late.other.waitSoFar(id)).toMatchObject({ message: reason });
    late.owner.publishText(id, 'Here');
    vi.advanceTimersByTime(100);
    expect([seen.text, late.other.waitSoFar(id)]).toEqual(['Here', null]);
  });

  it('ends there with the wait, with the work, and with the last viewer', () => {
    const { owner, other } = open();
    const { stop } = watch(other, 1);
    owner.startWork({ id, version: 1 });
    owner.publishWait(id, reason);
    owner.publishWait(id, null);
    vi.advanceTimersByTime(100);
    expect(other.waitSoFar(id)).toBeNull();
    owner.publishWait(id, reason);
    vi.advanceTimersByTime(100);
    expect(other.waitSoFar(id)).toMatchObject({ message: reason });
    owner.publishVersion({ id, version: 2 });
    expect(other.waitSoFar(id)).toBeNull();
    owner.startWork({ id, version: 2 });
    owner.publishWait(id, '"\u0000'.repeat(5_000));
    vi.advanceTimersByTime(100);
    expect(other.waitSoFar(id)?.message).toHaveLength(900);
    stop();
    expect(other.waitSoFar(id)).toBeNull();
  });

  it('goes to no server where nobody looks at the run', () => {
    const { owner, other } = open();
    owner.startWork({ id, version: 1 });
    owner.publishWait(id, reason);
    expect(other.waitSoFar(id)).toBeNull();
  });
});

describe('the text of a reply', () => {
  it('arrives on the other server, in pieces that PostgreSQL can carry', () => {
    const { owner, other, messages } = open();
    const { seen } = watch(other, 1);
    owner.startWork({ id, version: 1 });
    const text = '\u0000"\\😀é'.repeat(900);
    owner.publishText(id, text.slice(0, 10));
    owner.publishText(id, text.slice(10));
    expect(seen.text).toBe('');
    vi.advanceTimersByTime(100);
    expect(seen.text).toBe(text.slice(0, 900));
    vi.advanceTimersByTime(10_000);
    expect(seen.text).toBe(text);
    expect(other.textSoFar({ id, version: 1 })).toBe(text);
    expect(Math.max(...messages.map(bytesOf))).toBeLessThan(7_000);
    expect(other.workSoFar({ id, version: 1 }).partialText).toBe(text);
  });

  it('is whole in pieces of less than 7,000 bytes, whatever its characters, halves of some among them', () => {
    const characters = fc.oneof(
      fc.integer({ max: 0xff_ff, min: 0 }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('\u0000', '\u001f', '"', '\\', '\ud83d', '\udc00', '\u2028', '漢', '😀'),
    );
    const texts = fc.oneof(
      fc.array(characters, { maxLength: 2_000, size: 'max' }).map((all) => all.join('')),
      characters.map((one) => one.repeat(2_000)),
    );
    fc.assert(
      fc.property(texts, texts, (text, reason) => {
        const { owner, other, messages } = open();
        const { seen } = watch(other, 1);
        owner.startWork({ id, version: 1 });
        owner.publishText(id, text);
        vi.advanceTimersByTime(10_000);
        expect(seen.text).toBe(text);
        owner.publishWait(id, reason);
        vi.advanceTimersByTime(1_000);
        expect(other.waitSoFar(id)?.message).toBe(reason.slice(0, 900));
        expect(Math.max(...messages.map(bytesOf))).toBeLessThan(7_000);
      }),
    );
  });

  it('is whole for a viewer who comes late, and for a second one', () => {
    const { owner, other } = open();
    owner.startWork({ id, version: 1 });
    owner.publishText(id, 'a'.repeat(2_500));
    vi.advanceTimersByTime(1_000);
    const first = watch(other, 1);
    owner.publishText(id, 'b');
    vi.advanceTimersByTime(1_000);
    expect(first.seen.text).toBe(`${'a'.repeat(2_500)}b`);
    const second = watch(other, 1);
    owner.publishText(id, 'c');
    vi.advanceTimersByTime(1_000);
    for (const { seen } of [first, second]) expect(seen.text).toBe(`${'a'.repeat(2_500)}bc`);
    first.stop();
    second.stop();
    owner.publishText(id, 'd');
    vi.advanceTimersByTime(1_000);
    watch(other, 1);
    vi.advanceTimersByTime(1_000);
    expect(other.textSoFar({ id, version: 1 })).toBe(`${'a'.repeat(2_500)}bcd`);
  });

  it('leaves the screen with the version that holds it, and a late piece does not bring it back', () => {
    const { owner, other, messages } = open();
    const { seen } = watch(other, 1);
    owner.startWork({ id, version: 1 });
    owner.publishText(id, 'old');
    vi.advanceTimersByTime(100);
    owner.publishVersion({ id, version: 2 });
    expect(seen.text).toBe('');
    const late = messages.find((message) => message.includes('"old"')) ?? '';
    expect(late).not.toBe('');
    const [, there] = connectNotices(2);
    if (there) shareTexts(other, there);
    vi.advanceTimersByTime(1_000);
    expect(other.textSoFar({ id, version: 1 })).toBe('');
  });

  it('that came before its version is whole when the version is found', () => {
    let isLost = false;
    const { owner, other, messages } = open(() => isLost);
    const { seen } = watch(other, 1);
    owner.startWork({ id, version: 1 });
    owner.publishText(id, 'old');
    vi.advanceTimersByTime(100);
    isLost = true;
    owner.publishVersion({ id, version: 2 });
    isLost = false;
    owner.startWork({ id, version: 2 });
    owner.publishText(id, 'new');
    vi.advanceTimersByTime(100);
    other.findVersion({ id, version: 2 });
    expect(seen.text).toBe('new');
    owner.publishText(id, ' text');
    vi.advanceTimersByTime(100);
    expect(seen.text).toBe('new text');
    expect(messages.filter((message) => message === id)).toEqual([id]);
  });

  it('of a version that was found is not shown when it comes late', () => {
    const [slow, there] = connectNotices(2);
    if (!slow || !there) throw new Error('There are two servers');
    const { live } = lookUpVersions(shareTexts(createLiveUpdates(), there), {
      notices: there,
      runReads: { listVersions: async () => [] },
      isDriven: () => false,
    });
    const other = shareVersions(live, there);
    const { seen } = watch(other, 1);
    live.publishVersion({ id, version: 3 });
    slow.send('version', JSON.stringify({ id, version: 2 }));
    slow.send('text', JSON.stringify({ runId: id, version: 2, attempt: 'a', offset: 0, text: 'late' }));
    expect([seen.text, other.textSoFar({ id, version: 2 })]).toEqual(['', '']);
  });

  it('without another server is not sent', () => {
    const live = createLiveUpdates();
    expect(shareTexts(live, noNotices)).toBe(live);
  });

  it('shows no hole whatever is lost, and is whole soon after the last loss', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('text' as const),
        text: fc.string({ unit: 'grapheme', maxLength: 3_000 }),
      }),
      fc.record({ do: fc.constantFrom('restart', 'withdraw', 'watch', 'lose', 'keep', 'commit', 'find') }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 500 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        let isLost = false;
        const { owner, other } = open(() => isLost);
        let version = 1;
        let text = '';
        const earlier: string[] = [];
        const restart = () => {
          earlier.push(text);
          text = '';
        };
        let viewer = watch(other, version);
        owner.startWork({ id, version });
        const act: Record<string, () => void> = {
          restart: () => owner.restartText(id),
          withdraw: () => owner.withdrawText(id),
          commit() {
            version += 1;
            owner.publishVersion({ id, version });
            owner.startWork({ id, version });
          },
          lose: () => {
            isLost = true;
          },
          keep: () => {
            isLost = false;
          },
          find: () => other.findVersion({ id, version }),
          watch() {
            viewer.stop();
            viewer = watch(other, version);
          },
        };
        const isBeginning = () => [...earlier, text].some((whole) => whole.startsWith(viewer.seen.text));
        for (const one of steps) {
          if ('text' in one) {
            text += one.text;
            owner.publishText(id, one.text);
          } else if ('ms' in one) vi.advanceTimersByTime(one.ms);
          else {
            if (['restart', 'withdraw', 'commit'].includes(one.do)) restart();
            act[one.do]?.();
          }
          expect(isBeginning()).toBe(true);
        }
        isLost = false;
        owner.publishText(id, '.');
        text += '.';
        vi.advanceTimersByTime(60_000);
        expect(viewer.seen.text).toBe(text);
      }),
    );
  });

  it('takes at most ten messages in any second, with the waits, and the last state arrives', () => {
    const step = fc.oneof(
      fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 1_500 }) }),
      fc.record({ reason: fc.option(fc.constantFrom('busy', 'slow')) }),
      fc.record({ do: fc.constantFrom('restart', 'withdraw', 'watch', 'end', 'commit') }),
      fc.record({ ms: fc.integer({ min: 1, max: 250 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }), (steps) => {
        const times: number[] = [];
        const { owner, other } = open(undefined, () => times.push(Date.now()));
        let version = 1;
        let viewer = watch(other, version);
        owner.startWork({ id, version });
        const act: Record<string, () => void> = {
          restart: () => owner.restartText(id),
          withdraw: () => owner.withdrawText(id),
          end() {
            owner.endWork(id);
            owner.startWork({ id, version });
          },
          commit() {
            version += 1;
            owner.publishVersion({ id, version });
            owner.startWork({ id, version });
          },
          watch() {
            viewer.stop();
            viewer = watch(other, version);
          },
        };
        for (const one of steps) {
          if ('text' in one) owner.publishText(id, one.text);
          else if ('reason' in one) owner.publishWait(id, one.reason);
          else if ('ms' in one) vi.advanceTimersByTime(one.ms);
          else act[one.do]?.();
        }
        vi.advanceTimersByTime(60_000);
        expect(viewer.seen.text).toBe(owner.textSoFar({ id, version }));
        expect(other.waitSoFar(id)?.message).toBe(owner.waitSoFar(id)?.message);
        for (const [index, time] of times.entries())
          expect((times[index + 10] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(1_000);
      }),
      { numRuns: 300 },
    );
  });
});
