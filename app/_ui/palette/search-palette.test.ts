import { describe, expect, it } from 'vitest';
import { type PaletteGroup, searchPalette } from './search-palette';

const entry = (id: string, label: string, description = '', keywords: string[] = []) => ({
  id,
  label,
  description,
  keywords,
  open: () => undefined,
});

const groups: PaletteGroup[] = [
  {
    label: 'Workflows',
    entries: [
      entry('review', 'Review a change', 'Looks at settings too', ['/review_change']),
      entry('change', 'Change settings of a project'),
    ],
  },
  { label: 'Pages', entries: [entry('page-settings', 'Settings')] },
];

const ids = (search: string, limit = 30) =>
  searchPalette(groups, search, limit).map(({ label, entries }) => [label, ...entries.map(({ id }) => id)]);

describe('searchPalette', () => {
  it('finds everything in its own order while nothing is searched', () => {
    expect(ids('  ')).toEqual([
      ['Workflows', 'review', 'change'],
      ['Pages', 'page-settings'],
    ]);
  });

  it('puts what matches by its label first, within a group', () => {
    expect(ids('SETT')).toEqual([
      ['Workflows', 'change', 'review'],
      ['Pages', 'page-settings'],
    ]);
  });

  it('puts a group that matches by a label before one that does not', () => {
    const only = [
      { label: 'Workflows', entries: [entry('a', 'Review', 'about pages')] },
      groups[1] as PaletteGroup,
    ];
    expect(
      searchPalette([...only, { label: 'More', entries: [entry('b', 'All pages')] }], 'pages', 9),
    ).toMatchObject([{ label: 'More' }, { label: 'Workflows' }]);
  });

  it('finds by the name of an old command, which is not shown', () => {
    expect(ids('/review_ch')).toEqual([['Workflows', 'review']]);
  });

  it('finds nothing for what is nowhere', () => {
    expect(ids('zebra')).toEqual([]);
  });

  it('stops at the limit and leaves no group empty', () => {
    expect(ids('', 2)).toEqual([['Workflows', 'review', 'change']]);
  });
});
