import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects that axe finds nothing wrong with a page. A failure names the rule and the first element. */
export async function expectNoViolations(page: Page): Promise<void> {
  // axe usually opens a second tab, which would take the focus away from the state under test.
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  expect(passes.length, 'axe looked at something').toBeGreaterThan(5);
}
