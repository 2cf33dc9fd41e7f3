import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ApiError } from '../../_client/api-error';
import { Breadcrumbs } from './breadcrumbs';
import { FileContent } from './file-content';
import { FolderScreen } from './folder-screen';
import { MissingFile } from './missing-file';

const name = 'a\tb\u0085c\u2028d\u2029e\u202ef';
const drawn = 'a⟦U+0009⟧b⟦U+0085⟧c⟦U+2028⟧d⟦U+2029⟧e⟦U+202E⟧f';
const modifiedAt = '2026-11-21T10:00:00.000Z';

const file = (path: string, text: string) => ({
  kind: 'file' as const,
  path,
  size: 1,
  modifiedAt,
  version: 'v',
  content: { kind: 'text' as const, text, isWhole: true, lines: null },
});

const places: Record<string, ReactNode> = {
  breadcrumbs: <Breadcrumbs path={`${name}/${name}`} />,
  folder: (
    <FolderScreen
      folder={{
        kind: 'folder',
        path: name,
        entryCount: 1,
        entries: [{ path: `${name}/${name}`, kind: 'file', size: 1, modifiedAt }],
      }}
    />
  ),
  text: <FileContent file={file(name, 'one')} isSource line={null} />,
  'missing file': (
    <MissingFile path={name} error={new ApiError(404, { code: 'not_found', message: 'Gone' })} />
  ),
};

it.each(Object.entries(places))('%s draws every hidden character of a name, in labels too', (_, node) => {
  const html = renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);
  const body = html.replace(/<style[\s\S]*?<\/style>/g, '');
  expect(body).not.toMatch(/[\t\u0085\u2028\u2029\u202e]/);
  expect(body.replace(/<span[^>]*>|<\/span>/g, '')).toContain(drawn);
});
