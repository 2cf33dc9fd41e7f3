'use client';

import { type ComponentProps, memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { ScrollRegion } from '../shell/scroll-region';
import pieces from '../text/pieces.module.css';
import { CodeBlock } from './code-block';
import { ImagePlaceholder } from './image-placeholder';
import classes from './markdown.module.css';
import { MarkdownLink } from './markdown-link';
import { revealProse } from './reveal-prose';

// What reveals comes last: nothing that is done to the text afterwards can hide something again.
const rehypePlugins: ComponentProps<typeof ReactMarkdown>['rehypePlugins'] = [
  rehypeSanitize,
  [revealProse, { className: pieces['escape'] }],
];

const components: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => (
    <ImagePlaceholder source={typeof src === 'string' ? src : ''} description={alt ?? ''} />
  ),
  // Only task lists have one.
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked} aria-label={checked ? 'Done' : 'Not done'} />
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <ScrollRegion label="Table" className={classes['scroll']}>
      <table>{children}</table>
    </ScrollRegion>
  ),
  // A heading of the answer stands below the headings of the page.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
};

export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  return (
    <div className={classes['markdown']}>
      <ReactMarkdown
        skipHtml
        remarkPlugins={[remarkGfm]}
        rehypePlugins={rehypePlugins}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});
