import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { groupByCategory } from './group-workflows';

const named = fc
  .array(fc.constantFrom('Files', 'Other', 'Reading', 'Web', 'Writing', 'other'), { maxLength: 12 })
  .map((categories) =>
    categories.map((category, index) => ({ id: String(index), category }) as WorkflowView),
  );

it('every workflow is in one group, and no two groups hold one workflow each', () => {
  fc.assert(
    fc.property(named, (workflows) => {
      const groups = groupByCategory(workflows);
      const ids = groups.flatMap((group) => group.workflows.map(({ id }) => id));
      expect(ids.toSorted()).toEqual(workflows.map(({ id }) => id).toSorted());
      expect(groups.filter((group) => group.workflows.length === 1).length).toBeLessThan(2);
      expect(new Set(groups.map(({ category }) => category)).size).toBe(groups.length);
    }),
  );
});

it('a group keeps its name and its order, and merged ones come last', () => {
  const workflows = ['Web', 'Files', 'Reading', 'Files', 'Solo'].map(
    (category, index) => ({ id: String(index), category }) as WorkflowView,
  );
  const groups = groupByCategory(workflows).map((group) => [
    group.category,
    ...group.workflows.map(({ id }) => id),
  ]);
  expect(groups).toEqual([
    ['Files', '1', '3'],
    ['Other', '0', '2', '4'],
  ]);
});
