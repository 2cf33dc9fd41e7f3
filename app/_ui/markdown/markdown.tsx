'use client';

import dynamic from 'next/dynamic';

const MarkdownView = dynamic(() => import('./markdown-view').then((module) => module.MarkdownView), {
  loading: () => <p>…</p>,
});

/** Markdown of unknown origin: no raw HTML, nothing loaded from elsewhere. */
export function Markdown({ text }: { text: string }) {
  return <MarkdownView text={text} />;
}
