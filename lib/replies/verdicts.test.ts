import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Meaning, type Placement, verdicts } from './verdicts';

describe('docs/how-it-works.md', () => {
  it('holds the table of verdicts as the code has it', () => {
    const placements = Object.entries(verdicts) as [Placement, Partial<Record<Meaning, string>>][];
    const meanings = Object.keys(verdicts.tag) as Meaning[];
    const rows = placements.map(
      ([placement, row]) =>
        `| \`${placement}\` | ${meanings.map((meaning) => `\`${row[meaning] ?? 'shown'}\``).join(' | ')} |`,
    );
    const header = [`| place | ${meanings.join(' | ')} |`, `| --- |${' --- |'.repeat(meanings.length)}`];
    expect(readFileSync('docs/how-it-works.md', 'utf8')).toContain([...header, ...rows].join('\n'));
  });
});
