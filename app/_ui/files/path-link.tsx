'use client';

import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { createContext, type ReactNode, useContext } from 'react';
import classes from './path-link.module.css';
import { useFileAddresses } from './workspace-context';

/**
 * `request` is a call that waits for a decision or was refused: its files open in a new tab, so the person
 * loses nothing typed, and the files it would create do not exist. `record` is a call that ran.
 */
export type FileContext = 'request' | 'record';

const Context = createContext<FileContext>('record');
export const FileContextProvider = Context.Provider;
export const useFileContext = () => useContext(Context);

type Props = { path: string; line?: number | undefined; className?: string; children: ReactNode };

/** Links a workspace path to the page of its file or folder. */
export function PathLink({ path, line, className, children }: Props) {
  const isNewTab = useFileContext() === 'request';
  const { fileAddress } = useFileAddresses();
  return (
    <Link
      href={fileAddress(path, line)}
      prefetch={false}
      className={className ?? classes['link']}
      {...(isNewTab ? { target: '_blank' } : {})}
    >
      {children}
      {isNewTab && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
    </Link>
  );
}
