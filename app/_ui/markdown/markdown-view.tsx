'use client';

import { memo, useMemo } from 'react';
import { RevealedText } from '../text/revealed-text';
import { createFileLinks } from './file-links';
import { isCostly } from './is-costly';
import classes from './markdown.module.css';
import { MarkdownNodes } from './markdown-nodes';
import type { MarkdownProps } from './markdown-props';
import { parseMarkdown } from './parse-markdown';

export const MarkdownView = memo(function MarkdownView({ text, document: path, knownPaths }: MarkdownProps) {
  // The check runs before parsing, because a reply is parsed again each time more of it arrives.
  if (isCostly(text)) return <PlainText text={text} />;
  return <ParsedMarkdown text={text} document={path} knownPaths={knownPaths} />;
});

/** Shows the text as it was written, with its line breaks. */
function PlainText({ text }: { text: string }) {
  return (
    <div className={classes['plain']}>
      <RevealedText text={text} />
    </div>
  );
}

function ParsedMarkdown({ text, document: path, knownPaths }: MarkdownProps) {
  const files = useMemo(() => createFileLinks(path, knownPaths), [path, knownPaths]);
  const document = { ...parseMarkdown(text), files };
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
}
