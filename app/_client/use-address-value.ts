import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

/**
 * Keeps a value in the query of the page's address. It is empty when the address does not have it. Links,
 * Back and a reload show it again. A change replaces the address, so that one Back leaves the page.
 */
export function useAddressValue(name: string): [value: string, change: (value: string) => void] {
  const fromRouter = useSearchParams().get(name) ?? '';
  const [value, setValue] = useState(fromRouter);
  // The router follows the address a moment later, and may be a letter behind while the person types.
  useEffect(() => {
    if (fromRouter === readAddress(name)) setValue(fromRouter);
  }, [fromRouter, name]);
  return [
    value,
    (next) => {
      setValue(next);
      writeAddress(name, next);
    },
  ];
}

function readAddress(name: string): string {
  return new URLSearchParams(window.location.search).get(name) ?? '';
}

function writeAddress(name: string, value: string): void {
  const parameters = new URLSearchParams(window.location.search);
  if (value === '') parameters.delete(name);
  else parameters.set(name, value);
  const query = parameters.toString();
  try {
    window.history.replaceState(null, '', query === '' ? window.location.pathname : `?${query}`);
  } catch {
    // Safari refuses more than 100 changes in 10 seconds. The field keeps its value, and its next change
    // updates the address.
  }
}
