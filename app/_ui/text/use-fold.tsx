'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';

const MayFold = createContext(true);

/** Shows all of its content in full, because a person signs exactly this. */
export function ShownInFull({ children }: { children: ReactNode }) {
  return <MayFold value={false}>{children}</MayFold>;
}

export type Fold = { isFoldable: boolean; isOpen: boolean; toggle: () => void };

/**
 * All folding goes through this hook. Nothing folds inside `ShownInFull`, so no view can hide part of a
 * request.
 */
export function useFold(isLong: boolean): Fold {
  const mayFold = useContext(MayFold);
  const [isOpened, setIsOpened] = useState(false);
  const isFoldable = isLong && mayFold;
  return { isFoldable, isOpen: isOpened || !isFoldable, toggle: () => setIsOpened(!isOpened) };
}
