'use client';

import { isValidElement, type ReactNode } from 'react';
import { ScrollRegion } from '../shell/scroll-region';
import { CodeText } from '../syntax/code-text';
import { languageOf } from '../syntax/language-of';
import { CopyText } from '../text/copy-text';
import classes from './markdown.module.css';

export function CodeBlock({ children }: { children: ReactNode }) {
  const code = isValidElement<{ className?: string; children?: ReactNode }>(children) ? children.props : {};
  const language = /language-(\S+)/.exec(code.className ?? '')?.[1] ?? '';
  const text = toText(code.children);
  return (
    <div className={classes['code']}>
      <div className={classes['codeHead']}>
        <span>{language}</span>
        <CopyText text={text} label="Copy code" />
      </div>
      <ScrollRegion label={language ? `Code, ${language}` : 'Code'} className={classes['codeText']}>
        <pre>
          <code>
            <CodeText text={text} language={languageOf(`code.${language}`)} />
          </code>
        </pre>
      </ScrollRegion>
    </div>
  );
}

function toText(node: ReactNode): string {
  if (typeof node === 'string') return node;
  return Array.isArray(node) ? node.map(toText).join('') : '';
}
