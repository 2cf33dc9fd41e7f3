import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ChangedFile } from '@/lib/contracts/runs';
import { ChangedFiles } from './changed-files';
import { LinkedHeadline } from './linked-headline';
import { ValueChips } from './value-chips';

const name = 'a\tb\u0085c\u2028d\u2029e\u202ef';
const drawn = 'a⟦U+0009⟧b⟦U+0085⟧c⟦U+2028⟧d⟦U+2029⟧e⟦U+202E⟧f';
const draw = (node: ReactNode) =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>).replace(/<style[\s\S]*?<\/style>/g, '');

const moved: ChangedFile = {
  path: name,
  change: 'moved',
  movedFrom: name,
  addedLines: 0,
  removedLines: 0,
  callIds: ['call_1'],
};

it.each<[string, ReactNode]>([
  ['a changed file', <ChangedFiles key="" runId="run_1" files={[moved]} />],
  ['a deleted file', <ChangedFiles key="" runId="run_1" files={[{ ...moved, change: 'deleted' }]} />],
  ['a path of a form', <ValueChips key="" values={[{ label: 'File', value: name, path: name }]} />],
])('%s draws every hidden character of its name, in labels too', (_, node) => {
  const html = draw(node);
  expect(html).not.toMatch(/[\t\u0085\u2028\u2029\u202e]/);
  expect(html.replace(/<span[^>]*>|<\/span>/g, '')).toContain(drawn);
});

it('a linked path in a headline has its look-alike letters marked', () => {
  const text = 'Read p\u0430y.md';
  const links = [{ start: 5, end: text.length, path: 'p\u0430y.md' }];
  expect(draw(<LinkedHeadline text={text} links={links} />)).toContain('Cyrillic, U+0430');
});
