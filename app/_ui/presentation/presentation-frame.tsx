import type { ReactNode } from 'react';
import { CopyText } from '../text/copy-text';
import { RevealedText } from '../text/revealed-text';
import classes from './presentation.module.css';

type Props = { title: string; aside?: ReactNode; copy?: string; children?: ReactNode };

/** A title line over exact content. */
export function PresentationFrame({ title, aside, copy, children }: Props) {
  return (
    <div className={classes['frame']}>
      <div className={classes['head']}>
        <span className={classes['title']}>
          <RevealedText text={title} />
        </span>
        {aside}
        {copy !== undefined && <CopyText text={copy} label={`Copy: ${title}`} />}
      </div>
      {children}
    </div>
  );
}
