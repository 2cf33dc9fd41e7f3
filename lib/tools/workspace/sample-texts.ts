/**
 * A new workspace has these files, by path: they come from a small garden shop and suit every workflow that
 * comes with the app.
 */
export const sampleDocuments: Record<string, string> = {
  'README.md': `# Your workspace

Workflows can read and change the files in this folder, and nothing outside it. These sample files come from a small garden
shop. Change them, break them, or delete them. When you’re ready, point the app at a folder of your own.

| Try this | With this |
| --- | --- |
| Summarize a document | \`report-q3.md\` |
| Turn notes into tasks | \`notes/meeting-2026-10-02.md\` |
| Ask about this folder | “What did we decide about the budget?” |
| Organize files | \`inbox\` |
| Compare two documents | \`drafts/quote-v1.md\` and \`drafts/quote-v2.md\` |
| Find and replace with review | \`Acme Supply\`, our supplier, and any new name |
| Fix a failing command | \`node check.mjs\` in \`app\` |
`,
  'notes/meeting-2026-10-02.md': `# Team meeting, October 2, 2026

Present: Mara, Jordan, Priya, Tom. Notes: Priya.

## Fall sale

The sale runs October 19–31. The online store still adds the discount instead of taking it off, so nothing goes live until
that’s fixed.

- Jordan will fix the price calculation by Tuesday.
- Priya will draft the newsletter by October 12 and send it to Mara first.
- [ ] Order 400 paper bags from Acme Supply (Tom), before October 9

## Budget

We went over the third quarter. Decision: the advertising budget stays at $4,500 through the end of the year. Whatever is
left goes toward new shelving for the shop. Mara will let the bank know by October 6.

- [ ] Get two quotes for the shelving (Tom)
- [x] Send the September numbers to our accountant (Mara)

## Deliveries

Acme Supply was late three times in September. Tom needs to call them this week and ask for fixed delivery days. If they
can’t commit to Thursdays, Jordan has to find a second supplier by October 30.

## Next meeting

Friday, October 16, 10 a.m., at the shop. Mara is bringing a first draft of the 2027 plan.
`,
  'notes/meeting-2026-09-18.md': `# Team meeting, September 18, 2026

Present: Mara, Jordan, Tom.

- Saturday hours are 9 to 4 starting in October.
- The register has been slow since the update. Jordan will call support.
- Budget: no decision yet. Mara will bring the quarterly numbers to the next meeting.
- Tom needs to check how many paper bags we have left.
`,
  'notes/ideas.md': `# Ideas

Nothing here is decided.

- Holiday gift cards, printed by the copy shop next door
- A workshop every month: starting seeds in March, balcony planters in April, herbs in May
- Take back empty pots for ten cents each
- A second newsletter for schools and daycares
- Seeds from our own garden, in paper bags with our stamp on them
- Ask Acme Supply if they take pallets back
`,
  'report-q3.md': `# Third-quarter report, 2026

Prepared for the partners by Mara Ellis, October 1, 2026.

## Summary

Sales reached $118,400, up 9 percent from the third quarter of last year. Profit before tax was $14,200, about $1,900 short
of plan, because deliveries and advertising cost more than we expected. For the first time, the online store brought in a
third of all sales.

## Sales

| | July | August | September | Quarter |
| --- | ---: | ---: | ---: | ---: |
| Shop | $28,900 | $24,300 | $25,600 | $78,800 |
| Online store | $11,200 | $12,700 | $15,700 | $39,600 |
| Total | $40,100 | $37,000 | $41,300 | $118,400 |

August was slow, as it is every year when our regulars are on vacation. This was our best September ever: the fair in
Riverside Park brought about 600 new people to our booth, and 140 of them ordered online afterward. Bulbs and perennials
sold out twice. Patio furniture came in 35 percent under plan, and we won’t reorder it.

## Costs

Goods cost $61,300, right on plan. Deliveries cost $8,700 instead of $7,200: Acme Supply raised its prices in July, and we
had to cover three late deliveries with rush orders. Advertising cost $5,100 instead of $4,500, most of it for the fair.
Wages were $23,900, as planned. Rent and utilities came to $5,200, with electricity down 20 percent thanks to the new cooler.

## Online store

Visits grew from 9,800 to 13,400 a month. Out of every 100 visitors, 2.6 placed an order, up from 2.1. Shipping cost is
still the top reason people abandon a cart. On September 22 the store was down for four hours after an update, which we
estimate cost us $700. We now test every update on a copy first.

## People

Priya joined us on August 1 and runs the online store and the newsletter. Tom went down to four days a week. Nobody left.

## Risks

- Half of our goods come from one supplier, Acme Supply. We should line up a second one before spring.
- The shop’s lease ends in June 2027. The landlord wants to talk in November and will likely ask for 6 to 8 percent more.
- The online store’s price calculation has no tests beyond a single script.

## Outlook

We expect fourth-quarter sales of $131,000 and a profit of $19,000. The fall sale, October 19–31, and holiday gift cards
will decide whether we get there. The advertising budget stays at $4,500.
`,
  'drafts/quote-v1.md': `# Quote: Plants for the school garden

- **To:** Lincoln Elementary School
- **From:** Mara Ellis
- **Date:** September 21, 2026

We’ll deliver and plant:

- 12 berry bushes at $9.50 each
- 40 perennials at $3.20 each
- 6 bags of soil at $8.00 each

Delivery is $35. Planting takes two people one morning and costs $180.

This quote is good through October 15, 2026. Payment is due within 14 days. We’ll replace any plant that doesn’t make it
through the first year, free of charge.
`,
  'drafts/quote-v2.md': `# Quote: Plants for the school garden

- **To:** Lincoln Elementary School
- **From:** Mara Ellis
- **Date:** September 29, 2026

We’ll deliver and plant:

- 12 berry bushes at $8.90 each
- 50 perennials at $3.20 each
- 6 bags of soil at $8.00 each
- 1 rain barrel at $65.00

Delivery is free. Planting takes two people one morning and costs $180.

This quote is good through October 31, 2026. Payment is due within 30 days. We’ll replace any plant that doesn’t make it
through the first six months, free of charge.
`,
  'inbox/invoice_acme_2026-09.txt': `Invoice #20931
Acme Supply, 4 Harbor Road
Date: September 28, 2026

120 flower pots, 6 in.      $180.00
 30 bags of soil            $240.00
Rush delivery                $95.00
Total                       $515.00   due October 12, 2026
`,
  'inbox/Invoice copy shop 2026-10.txt': `Invoice #77
Main Street Copy Shop
Date: October 1, 2026

500 flyers for the fall sale   $64.00   paid in cash
`,
  'inbox/customers-2026-09.csv': `date,name,city,order,total
2026-09-03,A. Brandt,Springfield,bulbs,34.50
2026-09-11,K. Osei,Springfield,perennials,58.20
2026-09-19,M. Duval,Riverton,pots,22.00
2026-09-26,S. Petrov,Springfield,bulbs,41.90
`,
  'inbox/stock count final-2.csv': `item,count
paper bags,85
flower pots 6 in,312
bags of soil,41
patio chairs,9
`,
  'inbox/logo-new.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="A leaf">
  <path d="M8 56C8 24 28 8 56 8c0 32-16 48-48 48z" fill="#2f7d4f" />
  <path d="M8 56 44 20" stroke="#ffffff" stroke-width="3" fill="none" />
</svg>
`,
  'inbox/todo.md': `- Call the accountant back
- Buy new batteries for the scale
- Send thank-you notes to the fair crew
`,
  'inbox/fair feedback 2026-09.md': `# What people said at the fair

“Nice folks, but where are the price tags?” (five times)

“Do you deliver on Saturdays?” (three times)

“Best lavender at the whole fair.”
`,
  'inbox/export_2026-10-01.json': `{
  "from": "2026-07-01",
  "to": "2026-09-30",
  "currency": "USD",
  "sales": { "shop": 78800, "online": 39600 }
}
`,
  'app/package.json': `{
  "name": "shop-prices",
  "private": true,
  "type": "module",
  "scripts": { "test": "node check.mjs" }
}
`,
  'app/price.mjs': `/** The price a customer pays, in dollars. A \`discount\` of 0.2 means 20 percent off. */
export function finalPrice(price, discount) {
  const reduced = price * (1 + discount);
  return Math.round(reduced * 100) / 100;
}
`,
  'app/check.mjs': `import { finalPrice } from './price.mjs';

const cases = [
  { price: 100, discount: 0.2, expected: 80 },
  { price: 19.99, discount: 0, expected: 19.99 },
  { price: 49.9, discount: 0.5, expected: 24.95 },
];

let failures = 0;
for (const { price, discount, expected } of cases) {
  const actual = finalPrice(price, discount);
  const isRight = actual === expected;
  if (!isRight) failures += 1;
  const verdict = isRight ? 'ok    ' : 'WRONG ';
  console.log(\`\${verdict} finalPrice(\${price}, \${discount}) is \${actual}, expected \${expected}\`);
}

if (failures > 0) {
  console.error(\`\${failures} of \${cases.length} prices are wrong. See price.mjs.\`);
  process.exit(1);
}
console.log(\`All \${cases.length} prices are right.\`);
`,
};
