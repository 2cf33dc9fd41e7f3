import { useDeferredValue } from 'react';

/**
 * Whether data has loaded and it is time to render it. React renders query data in one go, which would block the browser on a
 * page's first render; deferred, React lets clicks and keys through in between. Later data renders at once.
 */
export function useHasArrived(data: unknown): boolean {
  const hasData = data !== undefined;
  return useDeferredValue(hasData) && hasData;
}
