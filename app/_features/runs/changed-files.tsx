'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { useId, useState } from 'react';
import {
  IconArrowRight,
  IconFileArrowRight,
  IconFileDiff,
  IconFileMinus,
  IconFileOff,
  IconFilePlus,
} from '@/app/_ui/icons/icons';
import type { ChangedFile } from '@/lib/contracts/runs';
import { countOf } from '@/lib/shared/quantities';
import { LineCounts } from '../../_ui/diff/line-counts';
import { useFileAddresses } from '../../_ui/files/workspace-context';
import { SheetList, SheetMore } from '../../_ui/shell/sheet-list';
import { onDemand } from '../../_ui/state/on-demand';
import { revealNameToString } from '../../_ui/text/reveal-characters';
import { RevealedName } from '../../_ui/text/revealed-name';
import classes from './changed-files.module.css';

const StepDetails = onDemand(() => import('./step-details').then((module) => module.StepDetails));

/** More files than this are folded at first. */
const shownAtOnce = 6;

type Props = { runId: string; files: readonly ChangedFile[] };

/** Lists the files that a run changed with their line counts, and links to the files and their changes. */
export function ChangedFiles({ runId, files }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  if (files.length === 0) return null;
  const shown = isWhole ? files : files.slice(0, shownAtOnce);
  return (
    <section aria-label="Changed files">
      <SheetList>
        {shown.map((file) => (
          <li key={`${file.path} ${file.callIds[0]}`}>
            <FileCard runId={runId} file={file} />
          </li>
        ))}
        {files.length > shown.length && (
          <SheetMore onMore={() => setIsWhole(true)}>{`Show all ${countOf(files.length, 'file')}`}</SheetMore>
        )}
      </SheetList>
    </section>
  );
}

function FileCard({ runId, file }: { runId: string; file: ChangedFile }) {
  const { path, change, movedFrom, callIds } = file;
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { fileAddress } = useFileAddresses();
  const isThere = change !== 'deleted' && change !== 'temporary';
  return (
    <>
      <div className={classes['card']}>
        <span className={classes['icon']} data-change={change}>
          <ChangeIcon change={change} />
        </span>
        <span className={classes['words']}>
          <span className={classes['path']}>
            {movedFrom !== null && (
              <>
                <RevealedName name={movedFrom} />{' '}
                <IconArrowRight size={13} className={classes['arrow']} aria-label="to" />{' '}
              </>
            )}
            {isThere ? (
              <Link href={fileAddress(path)} prefetch={false}>
                <RevealedName name={path} />
              </Link>
            ) : (
              <s>
                <RevealedName name={path} />
              </s>
            )}
          </span>
          <span className={classes['facts']}>
            {changeWord[change]}
            {callIds.length > 1 && ` in ${callIds.length} steps`}{' '}
            <LineCounts added={file.addedLines ?? 0} removed={file.removedLines ?? 0} />
          </span>
        </span>
        <span className={classes['actions']}>
          {isThere && (
            <Button
              component={Link}
              href={fileAddress(path)}
              prefetch={false}
              size="compact-xs"
              variant="default"
              aria-label={`Open ${revealNameToString(path)}`}
            >
              Open
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            aria-label={`View changes to ${revealNameToString(path)}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            View changes
          </Button>
        </span>
      </div>
      <div id={detailsId} className={classes['details']} hidden={!isOpen}>
        {isOpen &&
          callIds.map((callId) => <StepDetails key={callId} runId={runId} itemId={callId} shown="done" />)}
      </div>
    </>
  );
}

const changeWord = {
  created: 'Created',
  written: 'Written',
  changed: 'Changed',
  moved: 'Moved',
  deleted: 'Deleted',
  temporary: 'Created and deleted again',
} as const;

function ChangeIcon({ change }: { change: ChangedFile['change'] }) {
  switch (change) {
    case 'created':
    case 'written':
      return <IconFilePlus size={17} stroke={1.7} aria-hidden />;
    case 'changed':
      return <IconFileDiff size={17} stroke={1.7} aria-hidden />;
    case 'moved':
      return <IconFileArrowRight size={17} stroke={1.7} aria-hidden />;
    case 'deleted':
      return <IconFileMinus size={17} stroke={1.7} aria-hidden />;
    case 'temporary':
      return <IconFileOff size={17} stroke={1.7} aria-hidden />;
  }
}
