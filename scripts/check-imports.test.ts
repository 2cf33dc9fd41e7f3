import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cruiseImports, findUnprovedRules, listSources } from './lib/cruise-imports.mjs';
import { importProbes } from './lib/import-probes.mjs';
import rules from './lib/import-rules.mjs';
import { createFixtureProject } from './testing/fixture-project';

const onlyRule = { ...rules, forbidden: rules.forbidden.filter((rule) => rule.name === 'domain-is-pure') };
const probes = { 'domain-is-pure': { 'lib/domain/a.ts': "import '../db/ports/database';" } };
const project = {
  'lib/domain/run.ts': 'export const run = 1;',
  'lib/db/ports/database.ts': 'export const database = 1;',
};

describe('the check of imports', () => {
  it('reports each import that breaks a rule, and reads every source', async () => {
    const broken = {
      ...project,
      'lib/domain/run.ts': "import '../db/ports/database';\nexport const run = 1;",
    };
    const root = await createFixtureProject({ ...broken, 'app/page.tsx': 'export default 1;' });
    const { modules, violations } = await cruiseImports(root, rules);
    expect(violations.map((found) => `${found.rule.name}: ${found.from} → ${found.to}`)).toEqual([
      'domain-is-pure: lib/domain/run.ts → lib/db/ports/database.ts',
    ]);
    expect(modules).toEqual(expect.arrayContaining(listSources(root)));
  });

  it('has a rule and a probe for each feature, which turns red when it imports another one', async () => {
    const features = readdirSync('app/_features');
    expect(features).toContain('usage');
    const names = features.map((feature) => `${feature}-knows-no-other-feature`);
    expect(rules.forbidden.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const ofFeatures = { ...rules, forbidden: rules.forbidden.filter(({ name }) => names.includes(name)) };
    expect(await findUnprovedRules(process.cwd(), ofFeatures, importProbes)).toEqual([]);
  });

  it('accepts a rule that its probe turns red, and writes no file beside the sources', async () => {
    const root = await createFixtureProject(project);
    const before = readdirSync(root, { recursive: true });
    expect(await findUnprovedRules(root, onlyRule, probes)).toEqual([]);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });

  it('reports a rule that cannot go red, has no probe, or covers a room that no longer exists', async () => {
    const root = await createFixtureProject(project);
    const toothless = { ...onlyRule, forbidden: [{ ...onlyRule.forbidden[0], to: { path: 'nothing' } }] };
    expect(await findUnprovedRules(root, toothless, probes)).toEqual([
      'domain-is-pure did not go red for a file that breaks it',
    ]);
    expect(await findUnprovedRules(root, onlyRule, {})).toEqual(['domain-is-pure has no probe']);
    const gone = await createFixtureProject({ 'lib/db/ports/database.ts': '' });
    expect(await findUnprovedRules(gone, onlyRule, probes)).toEqual([
      'domain-is-pure has a probe in lib/domain, which does not exist',
    ]);
  });
});
