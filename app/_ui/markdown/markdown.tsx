'use client';

import { lazy, Suspense } from 'react';
import { loadPart } from '../state/load-part';
import { RevealedText } from '../text/revealed-text';
import classes from './markdown.module.css';
import type { MarkdownProps } from './markdown-props';

const load = () =>
  loadPart(() => import('./markdown-view')).then((module) => ({ default: module.MarkdownView }));
const MarkdownView = lazy(load);

/**
 * Starts to load the Markdown renderer. Pages that are sure to need it call this before their data arrives.
 */
export function preloadMarkdown(): void {
  void load();
}

/**
 * Renders Markdown of unknown origin: it passes no raw HTML and loads nothing from elsewhere. It shows the
 * plain text until the renderer has loaded.
 */
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
