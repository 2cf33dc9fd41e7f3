'use client';

import { useLocalStorage } from '@mantine/hooks';
import type { DiffLayout } from './diff-rows';

/** Returns the layout that this person chose, but side by side only where there is room. */
export function useDiffLayout(canSplit: boolean) {
  const [wanted, setWanted] = useLocalStorage<DiffLayout>({
    key: 'countersign.diff-layout',
    defaultValue: 'unified',
    getInitialValueInEffect: false,
  });
  const layout: DiffLayout = canSplit && wanted === 'split' ? 'split' : 'unified';
  return { layout, setLayout: setWanted };
}
