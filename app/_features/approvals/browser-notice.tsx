'use client';

import { useLocalStorage } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { usePendingApprovals } from '../../_client/approval-queries';
import { closeLayers } from '../../_ui/layer/use-layer';
import { openApproval } from './open-approval';
import { showNotice } from './show-notice';
import { toNotices } from './to-notices';

export const browserNoticeKey = 'countersign.browser-notice';

/**
 * Shows one browser notification when something starts to need the person while the tab is hidden. The person
 * must have turned notifications on. A click leads to the thing that needs them.
 */
export function BrowserNotice() {
  const router = useRouter();
  const [isWanted] = useLocalStorage({ key: browserNoticeKey, defaultValue: false });
  const { data: list, hasNextPage, fetchNextPage } = usePendingApprovals();
  const seen = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (!list) return;
    // New requests are last in the list, so the app loads all of it.
    if (isWanted && hasNextPage) {
      void fetchNextPage();
      return;
    }
    const notices = toNotices(list);
    const news = seen.current === null ? [] : notices.filter(({ id }) => !seen.current?.has(id));
    seen.current = new Set(notices.map(({ id }) => id));
    if (!isWanted || !document.hidden) return;
    for (const notice of news) {
      showNotice(notice, () => {
        if (notice.approvalId !== null) return openApproval(notice.approvalId);
        closeLayers();
        router.push(`/conversations/${notice.conversationId}`);
      });
    }
  }, [list, isWanted, hasNextPage, fetchNextPage, router]);

  return null;
}
