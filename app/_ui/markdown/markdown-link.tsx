import type { ReactNode } from 'react';
import { isAddressOf, toLinkTarget } from './link-target';
import classes from './markdown.module.css';

type Props = { href: string; words: string; children: ReactNode };

/** Says where it leads: the words of a link are somebody else's. */
export function MarkdownLink({ href, words, children }: Props) {
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
