import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Returns what only the browser knows. While the server draws the page, it is `before`. */
export const useBrowserFact = <Fact extends string | boolean>(read: () => Fact, before: Fact): Fact =>
  useSyncExternalStore(subscribe, read, () => before);
