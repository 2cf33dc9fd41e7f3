import { useDeferredValue } from 'react';

/**
 * Whether data is there and it is time to draw it. Data from a query is drawn in one go, which for the first drawing of a page
 * would hold the browser up; drawn as deferred, React lets clicks and keys through between its parts. What comes later is drawn
 * at once.
 */
export function useHasArrived(data: unknown): boolean {
  const hasData = data !== undefined;
  return useDeferredValue(hasData) && hasData;
}
