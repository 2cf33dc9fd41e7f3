'use client';

import Link from 'next/link';
import { useState } from 'react';
import { IconFile, IconFolder, IconFolderOpen, IconLink, IconQuestionMark } from '@/app/_ui/icons/icons';
import type { FileView, ListedEntry } from '@/lib/contracts/files';
import { countOf, formatBytes, formatCount } from '@/lib/shared/quantities';
import { nameOf } from '../../_ui/files/file-address';
import { useFileAddresses } from '../../_ui/files/workspace-context';
import { PageHeader } from '../../_ui/shell/page-header';
import { SheetList, SheetMore } from '../../_ui/shell/sheet-list';
import { EmptyNote } from '../../_ui/state/empty-note';
import { revealNameToString } from '../../_ui/text/reveal-characters';
import { RevealedName } from '../../_ui/text/revealed-name';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './files.module.css';

const shownAtOnce = 200;

/** Lists a folder. One press opens a file or folder. */
export function FolderScreen({ folder }: { folder: Extract<FileView, { kind: 'folder' }> }) {
  const { path, entries, entryCount } = folder;
  const [shown, setShown] = useState(shownAtOnce);
  const all = countOf(entryCount, 'entry', 'entries');
  const count = entryCount > entries.length ? `the first ${formatCount(entries.length)} of ${all}` : all;
  return (
    <>
      <PageHeader
        title={path === '' ? 'Files' : revealNameToString(nameOf(path))}
        lead={path === '' ? `The workspace folder · ${count}` : count}
      />
      {entries.length === 0 && (
        <EmptyNote icon={<IconFolderOpen size={26} stroke={1.5} />} title="This folder is empty">
          Files that a workflow writes here will show up.
        </EmptyNote>
      )}
      {entries.length > 0 && (
        <SheetList label={path === '' ? 'Files' : `In ${revealNameToString(path)}`}>
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.path}>
              <EntryRow entry={entry} />
            </li>
          ))}
          {entries.length > shown && (
            <SheetMore onMore={() => setShown(entries.length)}>
              {`Show all ${formatCount(entries.length)}`}
            </SheetMore>
          )}
        </SheetList>
      )}
    </>
  );
}

function EntryRow({ entry }: { entry: ListedEntry }) {
  const { path, kind, size, modifiedAt } = entry;
  const { fileAddress } = useFileAddresses();
  const cells = (
    <>
      <span className={classes['entryName']}>
        <EntryIcon kind={kind} />
        <span>
          <RevealedName name={nameOf(path)} />
          {kind === 'folder' && '/'}
        </span>
      </span>
      <span className={classes['entryFact']}>{size === null ? note[kind] : formatBytes(size)}</span>
      <span className={classes['entryFact']}>
        <TimeAgo iso={modifiedAt} />
      </span>
    </>
  );
  if (kind === 'link' || kind === 'other') return <div className={classes['entry']}>{cells}</div>;
  return (
    <Link href={fileAddress(path)} className={classes['entry']} prefetch={false}>
      {cells}
    </Link>
  );
}

const note = { file: '', folder: 'folder', link: 'link, not followed', other: 'cannot be opened' } as const;

function EntryIcon({ kind }: { kind: ListedEntry['kind'] }) {
  switch (kind) {
    case 'file':
      return <IconFile size={17} stroke={1.6} aria-hidden />;
    case 'folder':
      return <IconFolder size={17} stroke={1.6} aria-hidden />;
    case 'link':
      return <IconLink size={17} stroke={1.6} aria-hidden />;
    case 'other':
      return <IconQuestionMark size={17} stroke={1.6} aria-hidden />;
  }
}
