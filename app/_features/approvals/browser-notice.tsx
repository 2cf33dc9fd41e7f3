'use client';

import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { usePendingApprovals } from '../../_client/approval-queries';
import { toPlainHeadline } from '../../_ui/text/code-parts';

export const browserNoticeKey = 'countersign.browser-notice';

/** One notice of the browser's own when something begins to wait while the tab is hidden; only if it was asked for. */
export function BrowserNotice() {
  const [isWanted] = useLocalStorage({ key: browserNoticeKey, defaultValue: false });
  const { data: list, hasNextPage, fetchNextPage } = usePendingApprovals();
  const seen = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (!list) return;
    // New requests are last in the list, so all of it is needed.
    if (isWanted && hasNextPage) {
      void fetchNextPage();
      return;
    }
    const news = seen.current === null ? [] : list.approvals.filter(({ id }) => !seen.current?.has(id));
    seen.current = new Set(list.approvals.map(({ id }) => id));
    if (!isWanted || !document.hidden) return;
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    for (const { id, headline } of news) {
      // The tag lets the notification of a second tab silently replace the first.
      const notice = new Notification('Needs you', { body: toPlainHeadline(headline), tag: id });
      notice.onclick = () => window.focus();
    }
  }, [list, isWanted, hasNextPage, fetchNextPage]);

  return null;
}
