'use client';

import { memo } from 'react';
import classes from './markdown.module.css';
import { MarkdownNodes } from './markdown-nodes';
import { parseMarkdown } from './parse-markdown';

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  const document = parseMarkdown(text);
  return (
    <div className={classes['markdown']}>
      <MarkdownNodes nodes={document.nodes} within={document} />
      {document.footnoteOrder.length > 0 && (
        <ol className={classes['footnotes']} aria-label="Footnotes">
          {document.footnoteOrder.map((identifier) => (
            <li key={identifier}>
              <MarkdownNodes nodes={document.footnotes.get(identifier) ?? []} within={document} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
});
