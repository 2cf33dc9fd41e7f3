import { useCallback, useEffect, useRef, useState } from 'react';

const nearEndPx = 120;

export type FollowBottom = ReturnType<typeof useFollowBottom>;

/**
 * Keeps the end of the page in view while the reader is there. A reader who scrolls up stays where they are,
 * and `hasMoreBelow` says that there is more, until `follow` or a scroll back to the end. `setContent` takes
 * the element whose growth the hook follows. Call `keepPlace` in a layout effect after content was added
 * above the reader.
 */
export function useFollowBottom() {
  const [content, setContent] = useState<HTMLElement | null>(null);
  const isFollowing = useRef(true);
  const seen = useRef<PageMeasure | null>(null);
  const [hasMoreBelow, setHasMoreBelow] = useState(false);

  const follow = useCallback(() => {
    isFollowing.current = true;
    setHasMoreBelow(false);
    scrollToEnd();
  }, []);

  const keepPlace = useCallback(() => {
    const before = seen.current;
    // The distance to the end is the same, whether or not the browser has already moved the page.
    if (before) window.scrollTo({ top: measurePage().heightPx - (before.heightPx - before.topPx) });
  }, []);

  useEffect(() => {
    if (!content) return;
    let heightPx = content.offsetHeight;
    seen.current = measurePage();
    const onScroll = () => {
      const before = seen.current;
      const now = measurePage();
      seen.current = now;
      if (!before) return;
      // The browser also scrolls when the page changes its height: a little, or up because the page is
      // shorter.
      const isJumpUp = before.topPx - now.topPx > nearEndPx && now.heightPx >= before.heightPx;
      if (isJumpUp) isFollowing.current = false;
      if (now.heightPx !== before.heightPx || now.windowPx !== before.windowPx) return;
      const isNearEnd = belowPx(now) < nearEndPx;
      if (now.topPx < before.topPx) isFollowing.current = false;
      else if (isNearEnd) isFollowing.current = true;
      if (isNearEnd) setHasMoreBelow(false);
    };
    const observer = new ResizeObserver(() => {
      const grownPx = content.offsetHeight - heightPx;
      heightPx = content.offsetHeight;
      const hasGrownAbove = seen.current && Math.abs(belowPx(measurePage()) - belowPx(seen.current)) <= 1;
      // When the content shrinks, as when a streamed answer gets its final form, the browser may keep a place
      // other than the end.
      if (grownPx !== 0 && isFollowing.current) scrollToEnd();
      else if (grownPx > 0 && !hasGrownAbove) setHasMoreBelow(true);
      seen.current = measurePage();
    });
    observer.observe(content);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [content]);

  return { hasMoreBelow, follow, keepPlace, setContent };
}

type PageMeasure = ReturnType<typeof measurePage>;

const belowPx = ({ heightPx, windowPx, topPx }: PageMeasure) => heightPx - windowPx - topPx;

function measurePage() {
  const { scrollHeight, clientHeight } = document.documentElement;
  return { topPx: window.scrollY, heightPx: scrollHeight, windowPx: clientHeight };
}

function scrollToEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}
