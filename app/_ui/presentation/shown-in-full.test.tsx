import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PresentationView } from '@/lib/contracts/presentation';
import { DiffView } from '../diff/diff-view';
import { ShownInFull } from '../text/use-fold';
import { ExactValues } from './exact-values';
import { PresentationView as View } from './presentation-view';

const longLine = `begin${'x'.repeat(30_000)}LAST`;
const manyLines = `${Array.from({ length: 390 }, (_, index) => `line ${index}`).join('\n')}\nLAST`;
const long = `${longLine}\n${manyLines}`;
const pairs = Array.from({ length: 400 }, (_, index) => ({
  name: `n${index}`,
  value: index === 399 ? 'LAST' : long,
}));

/** Holds one long sample for each kind. A new kind does not compile without one. */
const samples: { [Kind in PresentationView['kind']]: Extract<PresentationView, { kind: Kind }> } = {
  text: { kind: 'text', title: 't', text: long, language: null },
  diff: {
    kind: 'diff',
    path: 'a.txt',
    change: 'create',
    addedLines: 391,
    removedLines: 0,
    hunks: [
      {
        oldStart: 0,
        oldLines: 0,
        newStart: 1,
        newLines: 391,
        lines: long.split('\n').map((line) => `+${line}`),
      },
    ],
  },
  command: { kind: 'command', command: long, folder: '.' },
  command_output: {
    kind: 'command_output',
    command: long,
    folder: '.',
    exitCode: 0,
    signal: null,
    stdout: long,
    stderr: long,
    isCut: false,
  },
  request: {
    kind: 'request',
    method: 'POST',
    url: `http://a/${longLine}`,
    headers: pairs.slice(-2),
    body: long,
  },
  response: {
    kind: 'response',
    status: 200,
    statusText: 'OK',
    headers: pairs.slice(-2),
    body: long,
    isCut: false,
  },
  move: { kind: 'move', from: longLine, to: longLine },
  entries: {
    kind: 'entries',
    title: 't',
    entries: pairs.map(({ name, value }) => ({ name, detail: value })),
  },
};

function draw(node: ReactNode): string {
  return renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);
}

function viewOf(presentation: PresentationView): ReactNode {
  return presentation.kind === 'diff' ? (
    <DiffView diff={presentation} />
  ) : (
    <View presentation={presentation} />
  );
}

/** Counts the long texts whose end is included, in the drawn page and in the data to draw. */
const countEnds = (text: string) => text.replace(/<[^>]+>/g, '').split('LAST').length - 1;

describe('the values that a person signs', () => {
  it.each(Object.values(samples))(
    '$kind is shown to its last character, and nothing in it folds',
    (presentation) => {
      const html = draw(<ShownInFull>{viewOf(presentation)}</ShownInFull>);
      expect(countEnds(html)).toBe(countEnds(JSON.stringify(presentation)));
      expect(html).not.toMatch(/aria-expanded|<details/);
    },
  );

  it('each value of a call is shown in full in an open list', () => {
    const values = [{ name: 'value', value: long }];
    const html = draw(
      <ShownInFull>
        <ExactValues title="Other parameters" values={values} shown={[samples.move]} />
      </ShownInFull>,
    );
    expect(countEnds(html)).toBe(2);
    expect(html).not.toMatch(/aria-expanded|<details/);
  });

  it('a long text folds everywhere else', () => {
    expect(draw(<View presentation={samples.text} />)).toContain('show all');
  });
});
