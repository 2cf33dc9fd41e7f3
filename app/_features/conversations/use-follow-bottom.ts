import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const nearBottomPx = 120;

/**
 * Keeps the end of the page in view while the reader is at the end; whoever scrolled away is left alone and told
 * that there is more (`isBehind`).
 */
export function useFollowBottom(content: RefObject<HTMLElement | null>) {
  const isAtBottom = useRef(true);
  const [isBehind, setIsBehind] = useState(false);

  const jump = useCallback(() => {
    isAtBottom.current = true;
    setIsBehind(false);
    window.scrollTo({ top: document.documentElement.scrollHeight });
  }, []);

  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const onScroll = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      isAtBottom.current = scrollHeight - clientHeight - window.scrollY < nearBottomPx;
      if (isAtBottom.current) setIsBehind(false);
    };
    let height = element.offsetHeight;
    const observer = new ResizeObserver(() => {
      const hasGrown = element.offsetHeight > height;
      height = element.offsetHeight;
      if (!hasGrown) return;
      if (isAtBottom.current) window.scrollTo({ top: document.documentElement.scrollHeight });
      else setIsBehind(true);
    });
    observer.observe(element);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [content]);

  return { isBehind, jump };
}
