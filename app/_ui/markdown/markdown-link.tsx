import type { ReactNode } from 'react';
import { PathLink } from '../files/path-link';
import { isAddressOf, toLinkTarget } from './link-target';
import classes from './markdown.module.css';

type Props = {
  href: string;
  /** This is the link's workspace path when it leads to a file there. */
  path: string | null;
  words: string;
  children: ReactNode;
};

/**
 * Shows a link and names its host, because the link's text may say anything. A link to a workspace file opens
 * the file in the app.
 */
export function MarkdownLink({ href, path, words, children }: Props) {
  if (path !== null) return <PathLink path={path}>{children}</PathLink>;
  const target = toLinkTarget(href);
  if (!target) return <span title={href}>{children}</span>;
  return (
    <>
      <a href={target.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!isAddressOf(words, target) && <span className={classes['host']}> ({target.host})</span>}
    </>
  );
}
