import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { PathLink } from '../files/path-link';
import { CopyText } from '../text/copy-text';
import { revealNameToString } from '../text/reveal-characters';
import { RevealedName } from '../text/revealed-name';
import { RevealedText } from '../text/revealed-text';
import classes from './presentation.module.css';

type Props = {
  title: string;
  /** This is a workspace path in the title. It becomes a link to its file or folder. */
  path?: string | undefined;
  /** The page already shows the title. */
  isTitleHidden?: boolean;
  aside?: ReactNode;
  copy?: string;
  children?: ReactNode;
};

/** Puts a title line over exact content. */
export function PresentationFrame({ title, path, isTitleHidden = false, aside, copy, children }: Props) {
  return (
    <div className={classes['frame']}>
      <div className={classes['head']}>
        <span className={classes['title']}>
          {isTitleHidden ? (
            <VisuallyHidden>{title}</VisuallyHidden>
          ) : (
            <FrameTitle title={title} path={path} />
          )}
        </span>
        {aside}
        {copy !== undefined && <CopyText text={copy} label={`Copy: ${revealNameToString(title)}`} />}
      </div>
      {children}
    </div>
  );
}

function FrameTitle({ title, path = '' }: { title: string; path?: string | undefined }) {
  const start = path === '' ? -1 : title.indexOf(path);
  if (start === -1) return <RevealedName name={title} />;
  return (
    <>
      <RevealedText text={title.slice(0, start)} />
      <PathLink path={path}>
        <RevealedName name={path} />
      </PathLink>
      <RevealedText text={title.slice(start + path.length)} />
    </>
  );
}
