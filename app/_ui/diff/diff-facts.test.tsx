import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { presentation } from '@/lib/contracts/presentation';
import { DiffFacts } from './diff-facts';

const stored = { kind: 'diff', path: 'a', change: 'modify', addedLines: 2, removedLines: 1, hunks: [] };

function drawFacts(change: { isApproximate?: boolean }): string {
  const diff = presentation.parse({ ...stored, ...change });
  if (diff.kind !== 'diff') throw new Error('Not a diff');
  return renderToStaticMarkup(
    <MantineProvider>
      <DiffFacts diff={diff} layout="unified" onLayout={null} />
    </MantineProvider>,
  );
}

test('a diff that may show too many changes says so', () => {
  expect(drawFacts({ isApproximate: true })).toContain('some unchanged lines may be shown as replaced');
});

test('a diff stored before diffs could be approximate still loads, without that note', () => {
  expect(drawFacts({})).not.toContain('Approximate');
});
