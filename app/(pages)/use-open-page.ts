'use client';

import { useRouter } from 'next/navigation';
import { closeLayers } from '../_ui/layer/use-layer';
import { noteNavigation } from './use-pending-navigation';

/**
 * Goes to a page as a link would, with a notice while offline, and closes every dialog. With `keepsDialog`, a
 * dialog stays: a run that was started a moment ago may already wait for a signature.
 */
export function useOpenPage(): (path: string, options?: { keepsDialog?: boolean }) => void {
  const router = useRouter();
  return (path, { keepsDialog = false } = {}) => {
    noteNavigation(new URL(path, window.location.href).pathname);
    if (!keepsDialog) closeLayers();
    router.push(path);
  };
}
