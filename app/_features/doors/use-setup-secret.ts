import { useEffect } from 'react';
import { createStore, useStore } from '../../_client/external-store';

/** It outlives the page’s own drawing, because React may begin that twice. */
const taken = createStore<string | null>(null);

/**
 * Takes the setup secret out of the fragment of the address, so that no history has it. It is empty without one,
 * and null until the page has looked.
 */
export function useSetupSecret(): string | null {
  useEffect(() => {
    const secret = window.location.hash.slice(1);
    if (secret !== '') window.history.replaceState(null, '', window.location.pathname);
    if (secret !== '' || taken.get() === null) taken.set(secret);
  }, []);
  return useStore(taken);
}
