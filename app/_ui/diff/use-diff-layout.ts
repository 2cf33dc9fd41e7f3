'use client';

import { useLocalStorage } from '@mantine/hooks';
import type { DiffLayout } from './diff-rows';

/** How this person likes to see changes; side by side needs room. */
export function useDiffLayout(canSplit: boolean) {
  const [wanted, setWanted] = useLocalStorage<DiffLayout>({
    key: 'countersign.diff-layout',
    defaultValue: 'unified',
    getInitialValueInEffect: false,
  });
  const layout: DiffLayout = canSplit && wanted === 'split' ? 'split' : 'unified';
  return { layout, setLayout: setWanted };
}
