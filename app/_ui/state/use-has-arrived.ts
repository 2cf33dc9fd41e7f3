import { useDeferredValue } from 'react';

/**
 * Says whether data has loaded and may render. React renders query data in one go, which would block the
 * browser on a page's first render. Deferring it lets clicks and keys through in between. Later data renders
 * at once.
 */
export function useHasArrived(data: unknown): boolean {
  const hasData = data !== undefined;
  return useDeferredValue(hasData) && hasData;
}
