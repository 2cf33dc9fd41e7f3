import { toOwnPath } from '@/lib/contracts/own-path';
import { keepPageKey } from './page-key';

/** Reads the page that somebody asked for before they signed in. Only a path of this origin counts. */
export function readDestination(search: string): string {
  return toOwnPath(new URLSearchParams(search).get('to'));
}

/** Keeps the key of a new session and opens that page. */
export function goInside(key: string): void {
  keepPageKey(key);
  window.location.replace(readDestination(window.location.search));
}
