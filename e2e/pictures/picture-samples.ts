/**
 * The pictures show this content: a code change, a long table, a document, and an answer with every Markdown
 * element.
 */
export const codeBefore = `type Line = { article: string; count: number; price: number };

/** The sum of an invoice, in dollars. */
export function total(lines: Line[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += line.count * line.price;
  }
  return sum;
}

export const taxRate = 0.0825;

export function withTax(net: number): number {
  return net * (1 + taxRate);
}
`;

export const codeAfter = codeBefore
  .replace(
    'let sum = 0;\n  for (const line of lines) {\n    sum += line.count * line.price;\n  }\n  return sum;',
    'const cents = lines.map((line) => Math.round(line.count * line.price * 100));\n  return cents.reduce((sum, one) => sum + one, 0) / 100;',
  )
  .replace('return net * (1 + taxRate);', 'return Math.round(net * (1 + taxRate) * 100) / 100;');

const row = (index: number, amount: number) =>
  `2026-${String((index % 12) + 1).padStart(2, '0')},article ${index},${amount}\n`;
export const longBefore = Array.from({ length: 2_500 }, (_, index) => row(index, index * 3)).join('');
export const longAfter = Array.from({ length: 2_500 }, (_, index) =>
  row(index, index * 3 + (index % 2)),
).join('');

export const document = `# Plan for the fourth quarter

1. Open the second shop on **November 2**.
2. Move the newsletter to Thursdays.
3. Ask Priya for the photographs.

Budget: $14,500, including $3,000 for the opening.
`;

export const longPath = `projects/${'a-rather-long-folder-name/'.repeat(8)}minutes.md`;

export const json = JSON.stringify(
  { customer: 'Café Brighton', lines: [{ article: 'Beans, 1 kg', count: 12, price: 18.5 }], draft: true },
  null,
  2,
);

export const answer = `## What the prices do

Each line is **rounded on its own**, so the sum of an invoice is what a customer would add up by hand. See \`prices.ts\`:

\`\`\`ts
export function total(lines: Line[]): number {
  const cents = lines.map((line) => Math.round(line.count * line.price * 100));
  return cents.reduce((sum, one) => sum + one, 0) / 100; // in dollars
}
\`\`\`

| Item | Quantity | Price | Total |
| --- | ---: | ---: | ---: |
| Beans, 1 kg | 12 | 18.50 | 222.00 |
| Filter papers | 3 | 4.95 | 14.85 |

> The accountant expects each line to be rounded.

- [x] Lines are rounded
- [ ] The sales tax on books is still missing

\`\`\`
A block without a language.
\`\`\`

More at [the guide](https://example.com/guide) and ![a chart](https://example.com/chart.png).
`;

export const brokenWorkflow = `---
id: broken
title: Broken
parameters: nonsense
---
Do it.
`;

export const expiringWorkflow = (id: string, minutes: number) => `---
id: ${id}
title: Tidy up the notes
category: Anything
icon: wand
description: Its requests do not wait for ever.
tools: [delete_file]
approval_expires_after_minutes: ${minutes}
---
Tidy up.
`;

export const hastyWorkflow = `---
id: hasty
title: Think quickly
category: Anything
icon: wand
description: Five seconds are all there is.
tools: [list_files]
limits:
  timeout_seconds: 5
---
Think.
`;

/** These names are as long as a name may be. */
export const longNames = {
  north: 'Accounting and procurement of the northern sales district 04',
  word: 'Rechtsschutzversicherungsgesellschaftenverwaltungsabteilung4',
};

/** Lists four workspaces. Two have long names, one has many people, and one waits for its server. */
export function severalWorkspaces() {
  const workspace = (id: string, name: string, more: object = {}) => ({
    id,
    name,
    folder: `/srv/countersign/${id}`,
    people: null,
    maxWorkingRuns: null,
    maxSteps: null,
    maxActiveMs: null,
    server: null,
    state: 'here',
    ...more,
  });
  const addresses = Array.from({ length: 40 }, (_, index) => `esperanza.de-la-cruz${index}@example.com`);
  return {
    file: '/srv/countersign/workspaces.yaml',
    workspaces: [
      workspace('main', 'Everyday'),
      workspace('north', longNames.north, {
        people: addresses,
        maxWorkingRuns: 2,
        maxSteps: 20,
        maxActiveMs: 600_000,
      }),
      workspace('books', 'Bookkeeping', { server: 'beta', state: 'silent', maxWorkingRuns: 1 }),
      workspace('word', longNames.word, { people: addresses.slice(0, 2), server: 'alpha' }),
    ],
  };
}

/** Lists four servers. One has a long name and a line, one drains, and one was killed. */
export function severalServers() {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
  const server = (id: string, host: string, state: string, leases: number, waitingRuns: number) => ({
    id,
    name: id === 'one' ? 'alpha' : null,
    host,
    processId: 4_000 + leases,
    version: '0.1.0',
    startedAt: ago(90_000),
    state,
    heartbeatAt: ago(state === 'silent' ? 75 : 2),
    isThis: id === 'one',
    leases,
    waitingRuns,
  });
  return {
    servers: [
      server('one', 'app-1', 'working', 8, 0),
      server('two', 'app-2.eu-central.workers.countersign.internal.example.com', 'working', 8, 132),
      server('three', 'app-3', 'draining', 1, 0),
      server('four', 'app-4', 'silent', 0, 0),
    ],
    queue: { length: 132, oldestAt: ago(40) },
  };
}
