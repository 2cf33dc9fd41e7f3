import type { ReactNode } from 'react';
import { isAddressOf, toLinkTarget } from './link-target';
import classes from './markdown.module.css';

type Props = { href: string; words: string; children: ReactNode };

/** Names its host: the text of a link may say anything. */
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
