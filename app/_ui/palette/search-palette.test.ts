import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PaletteEntry, type PaletteGroup, searchPalette } from './search-palette';

const entry = (id: string, label: string, description = '', keywords: string[] = []): PaletteEntry => ({
  id,
  label,
  description,
  keywords,
  icon: null,
  open: () => undefined,
});

const groups: PaletteGroup[] = [
  {
    label: 'Workflows',
    entries: [
      entry('review', 'Review a change', 'Looks at settings too', ['/review_change']),
      entry('change', 'Change settings of a project'),
      entry('summarize-document', 'Summarize a document', 'In a few lines', ['summarize-document']),
      entry('find-replace', 'Find and replace', 'In many files', ['find-replace']),
    ],
  },
  { label: 'Pages', entries: [entry('page-settings', 'Settings'), entry('theme', 'Switch to dark theme')] },
];

const ids = (search: string, limit = 30) =>
  searchPalette(groups, search, limit).map(({ label, entries }) => [label, ...entries.map(({ id }) => id)]);
const first = (search: string, from = groups) => searchPalette(from, search, 30)[0]?.entries[0]?.id;

describe('searchPalette', () => {
  it('keeps the given order for an empty search', () => {
    expect(ids('  ')).toEqual([
      ['Workflows', 'review', 'change', 'summarize-document', 'find-replace'],
      ['Pages', 'page-settings', 'theme'],
    ]);
  });

  it.each([
    ['/summarize-document', 'summarize-document'],
    ['summarize_document', 'summarize-document'],
    ['summarise', 'summarize-document'],
    ['Summarize', 'summarize-document'],
    ['find replace', 'find-replace'],
    ['replace find', 'find-replace'],
    ['rplace', 'find-replace'],
    ['repalce', 'find-replace'],
    ['docment sumarize', 'summarize-document'],
    ['theme', 'theme'],
    ['dark', 'theme'],
    ['/review_ch', 'review'],
  ])('%s finds %s first', (search, id) => {
    expect(first(search)).toBe(id);
  });

  it('ranks the start of a label above a word, a part, and a typo; what only its text says comes last', () => {
    const labels = ['Placed', 'In a place', 'Replace', 'Palce', 'Other'];
    const entries = labels.map((label) => entry(label, label, label === 'Other' ? 'in some place' : ''));
    const found = searchPalette([{ label: 'All', entries: entries.toReversed() }], 'place', 30);
    expect(found.flatMap((group) => group.entries.map(({ label }) => label))).toEqual(labels);
  });

  it('puts the group with the best match first, and those that match by their text into one group below', () => {
    expect(ids('SETT')).toEqual([
      ['Pages', 'page-settings'],
      ['Workflows', 'change'],
      ['Mentioned in the text', 'review'],
    ]);
  });

  it('finds nothing for text that is nowhere', () => {
    expect(ids('zebra')).toEqual([]);
    expect(ids('replace zebra')).toEqual([]);
  });

  it('stops at the limit and leaves no group empty', () => {
    expect(ids('', 2)).toEqual([['Workflows', 'review', 'change']]);
  });

  const word = fc.stringMatching(/^[a-z]{5,12}$/);

  it('has every match by name above every match by text, whatever their groups', () => {
    const texts = fc.array(fc.record({ isNamed: fc.boolean(), group: fc.nat(3) }), { maxLength: 12 });
    fc.assert(
      fc.property(word, texts, (wanted, all) => {
        const entries = all.map(({ isNamed }, index) =>
          isNamed
            ? entry(String(index), `${wanted} ${index}`)
            : entry(String(index), String(index), `about ${wanted}`),
        );
        const some = [0, 1, 2, 3].map((group) => ({
          label: `Group ${group}`,
          entries: entries.filter((_, index) => all[index]?.group === group),
        }));
        const isNamed = searchPalette(some, wanted, 30).flatMap((group) =>
          group.entries.map(({ id }) => all[Number(id)]?.isNamed),
        );
        expect(isNamed).toHaveLength(all.length);
        expect(isNamed).toEqual(isNamed.toSorted((a, b) => Number(b) - Number(a)));
      }),
    );
  });

  it('finds a label by its words in any order, whatever their case', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const all = [{ label: 'All', entries: [entry('it', words.join(' '))] }];
        expect(first(words.toReversed().join(' ').toUpperCase(), all)).toBe('it');
      }),
    );
  });

  it('finds a word although one letter is missing, doubled or in the wrong place', () => {
    fc.assert(
      fc.property(word, fc.nat(), (label, seed) => {
        const at = seed % (label.length - 1);
        const missing = label.slice(0, at) + label.slice(at + 1);
        const doubled = label.slice(0, at + 1) + label.slice(at);
        const swapped = `${label.slice(0, at)}${label[at + 1]}${label[at]}${label.slice(at + 2)}`;
        const all = [{ label: 'All', entries: [entry('it', label)] }];
        for (const typo of [missing, doubled, swapped]) expect(first(typo, all)).toBe('it');
      }),
    );
  });
});
