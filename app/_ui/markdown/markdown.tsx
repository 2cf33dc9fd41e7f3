'use client';

import dynamic from 'next/dynamic';

const load = () => import('./markdown-view').then((module) => module.MarkdownView);

const MarkdownView = dynamic(load, { loading: () => <p>…</p> });

/** Begins to load what draws Markdown; for pages that are sure to need it, before their data has come. */
export function preloadMarkdown(): void {
  void load();
}

/** Markdown of unknown origin: no raw HTML, nothing loaded from elsewhere. */
export function Markdown({ text }: { text: string }) {
  return <MarkdownView text={text} />;
}
