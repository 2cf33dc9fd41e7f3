'use client';

import { useWindowEvent } from '@mantine/hooks';
import { usePathname } from 'next/navigation';
import { createStore, useStore } from '../_client/external-store';

type Navigation = { from: string; to: string };

const latest = createStore<Navigation | null>(null);

/** Notes that the person goes to another page of the app without following a link. */
export function noteNavigation(path: string): void {
  latest.set({ from: window.location.pathname, to: path });
}

/**
 * Says whether the person requested another page that has not opened yet. It follows every link of the app.
 */
export function useIsNavigationPending(): boolean {
  const pathname = usePathname();
  useWindowEvent('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    // A prevented default means that the app handles the click. The browser handles any other click.
    if (!(link instanceof HTMLAnchorElement) || !event.defaultPrevented) return;
    if (link.origin === window.location.origin && link.pathname !== window.location.pathname)
      noteNavigation(link.pathname);
  });
  const navigation = useStore(latest);
  return navigation !== null && navigation.from === pathname && navigation.to !== pathname;
}
