'use client';

import { useRouter } from 'next/navigation';
import { noteNavigation } from './use-pending-navigation';

/** Goes to a page as a link would, so that a click while offline gets a notice, too. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    noteNavigation(new URL(path, window.location.href).pathname);
    router.push(path);
  };
}
