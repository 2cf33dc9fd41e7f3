'use client';

import { createContext, useContext } from 'react';
import { revealProseToString } from '../text/split-prose';

/** Counts the things that need the person. Every page's title starts with this number. */
export const TitleCount = createContext(0);

export function PageTitle({ title }: { title: string | null }) {
  const count = useContext(TitleCount);
  const words = title === null ? 'Countersign' : `${revealProseToString(title)} · Countersign`;
  return <title>{count > 0 ? `(${count}) ${words}` : words}</title>;
}
