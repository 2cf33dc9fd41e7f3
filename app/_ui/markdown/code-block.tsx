'use client';

import { isValidElement, type ReactNode } from 'react';
import { ScrollRegion } from '../shell/scroll-region';
import { CopyText } from '../text/copy-text';
import classes from './markdown.module.css';

export function CodeBlock({ children }: { children: ReactNode }) {
  const code = isValidElement<{ className?: string; children?: ReactNode }>(children) ? children.props : {};
  const language = /language-(\S+)/.exec(code.className ?? '')?.[1] ?? '';
  return (
    <div className={classes['code']}>
      <div className={classes['codeHead']}>
        <span>{language}</span>
        <CopyText text={toText(code.children)} label="Copy code" />
      </div>
      <ScrollRegion label={language ? `Code, ${language}` : 'Code'}>
        <pre>{children}</pre>
      </ScrollRegion>
    </div>
  );
}

function toText(node: ReactNode): string {
  if (typeof node === 'string') return node;
  return Array.isArray(node) ? node.map(toText).join('') : '';
}
