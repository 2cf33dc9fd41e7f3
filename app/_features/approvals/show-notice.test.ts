import { afterEach, expect, it, vi } from 'vitest';
import { showNotice } from './show-notice';
import { toNotices } from './to-notices';

const shown: FakeNotification[] = [];

class FakeNotification {
  static permission = 'granted';
  onclick: (() => void) | null = null;
  close = vi.fn();
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    shown.push(this);
  }
}

/** Chrome on Android lets only a service worker show notifications. */
class IllegalNotification {
  static permission = 'granted';
  constructor() {
    throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
  }
}

const notice = { id: 'one', title: 'Needs you', body: 'Run it', approvalId: 'one', conversationId: 'cnv' };

afterEach(() => {
  vi.unstubAllGlobals();
  shown.length = 0;
});

it('a click on a notification brings the tab to the front, then opens what it is about', () => {
  const steps: string[] = [];
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('window', { focus: () => steps.push('focus') });
  showNotice(notice, () => steps.push('open'));
  expect(shown).toMatchObject([{ title: 'Needs you', options: { body: 'Run it', tag: 'one' } }]);
  expect(steps).toEqual([]);
  shown[0]?.onclick?.();
  expect(steps).toEqual(['focus', 'open']);
  expect(shown[0]?.close).toHaveBeenCalledOnce();
});

it('a browser whose pages may not notify shows nothing, and the page goes on', () => {
  vi.stubGlobal('Notification', IllegalNotification);
  expect(() => showNotice(notice, () => {})).not.toThrow();
  vi.stubGlobal('Notification', undefined);
  expect(() => showNotice(notice, () => {})).not.toThrow();
});

it('nothing is shown without permission', () => {
  vi.stubGlobal(
    'Notification',
    class extends FakeNotification {
      static override permission = 'denied';
    },
  );
  showNotice(notice, () => {});
  expect(shown).toEqual([]);
});

it('a step with an unknown outcome is a notification of its own kind, which leads to its conversation', () => {
  const unknown = {
    runId: 'run_1',
    conversationId: 'cnv_1',
    conversationTitle: 'Sleep',
    workflowTitle: 'Free request',
    headline: 'Run `sleep 60`',
    startedBy: 'You',
    since: '2026-11-21T10:00:00.000Z',
  };
  expect(toNotices({ approvals: [], unknownOutcomes: [unknown] })).toEqual([
    {
      id: 'run_1',
      title: 'Needs you: did this step finish?',
      body: 'Run sleep 60',
      approvalId: null,
      conversationId: 'cnv_1',
    },
  ]);
});
