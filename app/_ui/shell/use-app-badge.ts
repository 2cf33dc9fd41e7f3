import { useEffect } from 'react';

/** The count on the icon of an installed app; nothing where the browser has no such thing. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Refused outside an installed app by some browsers: the title carries the count as well.
    done.catch(() => undefined);
  }, [count]);
}
