import { usePathname } from 'next/navigation';
import { type RefCallback, useCallback } from 'react';

/**
 * Keeps an overlay above the docked element at the page's lower edge, such as a composer. `--dock` holds that
 * element's height.
 */
export function useAboveDock(): RefCallback<HTMLElement> {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a dock of its own, or none
  return useCallback(
    (element) => {
      if (element === null) return;
      const measure = () => {
        const dock = document.querySelector('[data-dock]');
        const isDocked = dock !== null && getComputedStyle(dock).position === 'sticky';
        const height = isDocked ? Math.round(dock.getBoundingClientRect().height) : 0;
        element.style.setProperty('--dock', `${height}px`);
      };
      const observer = new ResizeObserver(measure);
      let watched: Element | null = null;
      // A page draws its dock only after it has loaded.
      const follow = () => {
        const dock = document.querySelector('[data-dock]');
        if (dock === watched) return;
        if (watched) observer.unobserve(watched);
        watched = dock;
        if (dock) observer.observe(dock);
        measure();
      };
      const changes = new MutationObserver(follow);
      changes.observe(document.body, { childList: true, subtree: true });
      follow();
      measure();
      return () => {
        observer.disconnect();
        changes.disconnect();
      };
    },
    [pathname],
  );
}
