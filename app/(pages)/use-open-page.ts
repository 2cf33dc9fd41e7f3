'use client';

import { useRouter } from 'next/navigation';
import { closeLayers } from '../_ui/layer/use-layer';
import { noteNavigation } from './use-pending-navigation';

/** Goes to a page as a link would, with a notice while offline, and closes every dialog. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    noteNavigation(new URL(path, window.location.href).pathname);
    closeLayers();
    router.push(path);
  };
}
