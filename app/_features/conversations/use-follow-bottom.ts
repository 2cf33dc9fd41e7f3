import { useCallback, useEffect, useRef, useState } from 'react';

const nearEndPx = 120;

export type FollowBottom = ReturnType<typeof useFollowBottom>;

/**
 * Keeps the end of the page in view while the reader is there. A reader who scrolls up is left alone and told that there is more
 * (`hasMoreBelow`), until `follow` or a scroll back to the end. `setContent` takes the element whose growth is followed.
 */
export function useFollowBottom() {
  const [content, setContent] = useState<HTMLElement | null>(null);
  const isFollowing = useRef(true);
  const [hasMoreBelow, setHasMoreBelow] = useState(false);

  const follow = useCallback(() => {
    isFollowing.current = true;
    setHasMoreBelow(false);
    scrollToEnd();
  }, []);

  useEffect(() => {
    if (!content) return;
    let heightPx = content.offsetHeight;
    let seen = measurePage();
    const onScroll = () => {
      const before = seen;
      seen = measurePage();
      // The browser scrolls too, when the page changes its height. Only a scroll of an unchanged page is the reader's.
      if (seen.heightPx !== before.heightPx || seen.windowPx !== before.windowPx) return;
      const isNearEnd = seen.heightPx - seen.windowPx - seen.topPx < nearEndPx;
      if (seen.topPx < before.topPx) isFollowing.current = false;
      else if (isNearEnd) isFollowing.current = true;
      if (isNearEnd) setHasMoreBelow(false);
    };
    const observer = new ResizeObserver(() => {
      const hasGrown = content.offsetHeight > heightPx;
      heightPx = content.offsetHeight;
      if (hasGrown && isFollowing.current) scrollToEnd();
      else if (hasGrown) setHasMoreBelow(true);
      seen = measurePage();
    });
    observer.observe(content);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [content]);

  return { hasMoreBelow, follow, setContent };
}

function measurePage() {
  const { scrollHeight, clientHeight } = document.documentElement;
  return { topPx: window.scrollY, heightPx: scrollHeight, windowPx: clientHeight };
}

function scrollToEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}
