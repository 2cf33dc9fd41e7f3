'use client';

import { lazy, Suspense } from 'react';
import { loadPart } from '../state/load-part';
import { RevealedText } from '../text/revealed-text';
import classes from './markdown.module.css';
import type { MarkdownProps } from './markdown-props';

const load = () =>
  loadPart(() => import('./markdown-view')).then((module) => ({ default: module.MarkdownView }));
const MarkdownView = lazy(load);

/** Starts to load the Markdown renderer; for pages that are sure to need it, before their data arrives. */
export function preloadMarkdown(): void {
  void load();
}

/** Markdown of unknown origin: no raw HTML, nothing loaded from elsewhere. Shows its plain text until the renderer has loaded. */
export function Markdown({ text, document, knownPaths }: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div className={classes['plain']}>
          <RevealedText text={text} />
        </div>
      }
    >
      <MarkdownView text={text} document={document} knownPaths={knownPaths} />
    </Suspense>
  );
}
