'use client';

import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { usePendingApprovals } from '../../_client/approval-queries';

export const browserNoticeKey = 'countersign.browser-notice';

/** One notice of the browser's own when something begins to wait while the tab is hidden; only if it was asked for. */
export function BrowserNotice() {
  const [isWanted] = useLocalStorage({ key: browserNoticeKey, defaultValue: false });
  const list = usePendingApprovals().data;
  const seen = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (!list) return;
    const news = seen.current === null ? [] : list.approvals.filter(({ id }) => !seen.current?.has(id));
    seen.current = new Set(list.approvals.map(({ id }) => id));
    const first = news[0];
    if (!first || !isWanted || !document.hidden) return;
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    const notice = new Notification('Waiting for your signature', {
      body: first.headline,
      tag: 'countersign',
    });
    notice.onclick = () => window.focus();
  }, [list, isWanted]);

  return null;
}
