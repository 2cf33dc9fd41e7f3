import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimelineItem } from '@/lib/contracts/runs';
import { pairSignatures } from './pair-signatures';

const kinds = ['call', 'signed', 'signed with words', 'rejected', 'text'] as const;
type Kind = (typeof kinds)[number];

function toItem(kind: Kind, index: number): TimelineItem {
  const decision =
    kind === 'call' || kind === 'text'
      ? null
      : {
          approvalId: `apr_${index}`,
          decision: kind === 'rejected' ? 'rejected' : 'approved',
          by: 'You',
          reason: kind === 'signed with words' ? 'Fine.' : null,
        };
  return { id: `item_${index}`, kind: decision ? 'decision' : kind, decision } as unknown as TimelineItem;
}

const draw = (story: readonly Kind[]) =>
  pairSignatures(story.map(toItem)).map(({ item, signature }) => [item.id, signature?.id ?? null]);

test('a step carries its one signature', () => {
  expect(draw(['call', 'signed', 'text'])).toEqual([
    ['item_0', 'item_1'],
    ['item_2', null],
  ]);
});

test.each([
  [['call', 'signed', 'signed']],
  [['call', 'rejected']],
  [['call', 'signed with words']],
  [['text', 'signed']],
] as [Kind[]][])('%j: each has a line of its own', (story) => {
  expect(draw(story)).toEqual(story.map((_, index) => [`item_${index}`, null]));
});

test('nothing is lost, doubled or moved, whatever comes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...kinds)), (story) => {
      const shown = draw(story).flatMap(([item, signature]) => (signature ? [item, signature] : [item]));
      expect(shown).toEqual(story.map((_, index) => `item_${index}`));
    }),
  );
});
