import { useEffect } from 'react';

/** Shows the count on the icon of an installed app. Does nothing in a browser without app badges. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Some browsers refuse this outside an installed app. The title shows the count as well.
    done.catch(() => undefined);
  }, [count]);
}
