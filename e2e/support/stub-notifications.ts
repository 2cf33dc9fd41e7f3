import type { Page } from '@playwright/test';

type Shown = { title: string; body: string; tag: string };
type Stubs = {
  shownNotices: (Shown & { onclick: (() => void) | null })[];
  hideTab: (hidden: boolean) => void;
};

/**
 * Replaces the browser's notifications, and decides whether the tab is hidden. `isIllegal` means that pages
 * may not notify, as in Chrome on Android. Call it before the page opens.
 */
export async function stubNotifications(page: Page, { isIllegal = false } = {}) {
  await page.addInitScript((illegal) => {
    const shownNotices: Stubs['shownNotices'] = [];
    class StubNotification {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick: (() => void) | null = null;
      readonly body: string;
      readonly tag: string;
      constructor(
        readonly title: string,
        { body, tag }: { body: string; tag: string },
      ) {
        if (illegal) throw new TypeError('Illegal constructor.');
        this.body = body;
        this.tag = tag;
        shownNotices.push(this);
      }
      close() {}
    }
    let isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
    Object.assign(window, {
      Notification: StubNotification,
      shownNotices,
      hideTab: (hidden: boolean) => {
        isHidden = hidden;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  }, isIllegal);
  return {
    /** Returns the texts of all notices so far. */
    bodies: () => page.evaluate(() => (window as typeof window & Stubs).shownNotices.map(({ body }) => body)),
    hide: (hidden: boolean) =>
      page.evaluate((value) => (window as typeof window & Stubs).hideTab(value), hidden),
    /** Clicks the latest notice. */
    click: () => page.evaluate(() => (window as typeof window & Stubs).shownNotices.at(-1)?.onclick?.()),
  };
}
