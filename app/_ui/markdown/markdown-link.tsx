import type { ReactNode } from 'react';
import { PathLink } from '../files/path-link';
import { isAddressOf, toLinkTarget } from './link-target';
import classes from './markdown.module.css';

type Props = {
  href: string;
  /** Of the workspace, when it leads to a file there. */
  path: string | null;
  words: string;
  children: ReactNode;
};

/** Names its host: the text of a link may say anything. A file of the workspace opens here. */
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
