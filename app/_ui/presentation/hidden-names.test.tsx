import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PresentationView } from '@/lib/contracts/presentation';
import { DiffView } from '../diff/diff-view';
import { type FileContext, FileContextProvider } from '../files/path-link';
import { PresentationView as View } from './presentation-view';

const name = 'notes /a\tb\nc\u0085d\u2028e\u2029f\u202eg\u200bh';
const hidden = /[\t\n\u0085\u2028\u2029\u202e\u200b]/;
const drawn = 'notes⟦U+0020⟧/a⟦U+0009⟧b⟦U+000A⟧c⟦U+0085⟧d⟦U+2028⟧e⟦U+2029⟧f⟦U+202E⟧g⟦U+200B⟧h';

const diff = (change: 'create' | 'modify' | 'delete'): PresentationView => ({
  kind: 'diff',
  path: name,
  change,
  addedLines: 1,
  removedLines: 0,
  hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+one'] }],
});

const shown: PresentationView[] = [
  diff('create'),
  diff('modify'),
  diff('delete'),
  { kind: 'text', title: name, path: name, text: 'x', language: null },
  { kind: 'text', title: name, text: 'x', language: null },
  { kind: 'command', command: 'ls', folder: name },
  { kind: 'move', from: name, to: name },
  { kind: 'entries', title: `${name}: 1 file`, entries: [{ name, detail: '', path: name }] },
  { kind: 'entries', title: 'Files', entries: [{ name, detail: '' }] },
];

const draw = (context: FileContext, node: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <FileContextProvider value={context}>{node}</FileContextProvider>
    </MantineProvider>,
  ).replace(/<style[\s\S]*?<\/style>/g, '');

it.each(
  shown.flatMap((presentation) =>
    (['request', 'record'] as const).map((context) => ({ context, kind: presentation.kind, presentation })),
  ),
)(
  '$kind draws every hidden character of a name in a $context, in labels too',
  ({ context, presentation }) => {
    const node =
      presentation.kind === 'diff' ? <DiffView diff={presentation} /> : <View presentation={presentation} />;
    const html = draw(context, node);
    expect(html).not.toMatch(hidden);
    expect(html.replace(/<[^>]+>/g, '')).toContain(drawn);
  },
);
