import type { ReactNode } from 'react';
import { toLinkTarget } from './link-target';
import classes from './markdown.module.css';

type Props = { href: string | undefined; children: ReactNode };

/** Says where it leads: the words of a link are somebody else's. */
export function MarkdownLink({ href, children }: Props) {
  const target = toLinkTarget(href ?? '');
  if (!target) return <span title={href}>{children}</span>;
  const saysHost = typeof children === 'string' && children.includes(target.host);
  return (
    <>
      <a href={target.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!saysHost && <span className={classes['host']}> ({target.host})</span>}
    </>
  );
}
