/** The files of a new workspace by path: a small shop, with material for every workflow that comes with the app. */
export const sampleDocuments: Record<string, string> = {
  'README.md': `# Your workspace

Workflows can read and change files in this folder, and nowhere else. The files are samples from a small shop. Delete them
whenever you like, or point the app at a folder of your own.

| Try | with |
| --- | --- |
| Summarize a document | \`report-q3.md\` |
| Turn notes into tasks | \`notes/meeting-2026-10-02.md\` |
| Ask about this folder | "What did we decide about the budget?" |
| Organize files | \`inbox\` |
| Compare two documents | \`drafts/offer-v1.md\` and \`drafts/offer-v2.md\` |
| Find and replace with review | the name of the supplier in \`report-q3.md\` |
| Explain a failing command and fix it | \`node check.mjs\` in \`app\` |
`,
  'notes/meeting-2026-10-02.md': `# Team meeting, 2 October 2026

Present: Mara, Jonas, Priya, Tom. Notes: Priya.

## Autumn sale

The sale runs from 19 to 31 October. The web shop still adds the discount instead of subtracting it, so nothing goes
live until that is fixed.

- Jonas will fix the price calculation by Tuesday.
- Priya will write the newsletter by 2026-10-12 and send it to Mara first.
- [ ] Order 400 paper bags at Acme Ltd (Tom), before 9 October

## Budget

We looked at the third quarter. Decision: the budget for advertising stays at 4,500 euros until the end of the year.
The rest goes into the new shelf for the shop. Mara will tell the bank by 6 October.

- [ ] Get two offers for the shelf (Tom)
- [x] Send the figures of September to the tax advisor (Mara)

## Deliveries

Acme Ltd was late three times in September. Tom has to call them this week and ask for fixed days. If they cannot
promise Thursdays, Jonas must look for a second supplier by the end of October.

## Next meeting

Friday, 16 October, 10:00, at the shop. Mara brings the draft of the plan for 2027.
`,
  'notes/meeting-2026-09-18.md': `# Team meeting, 18 September 2026

Present: Mara, Jonas, Tom.

- Opening hours on Saturdays: 9 to 16 from October on.
- The till is slow after the update. Jonas will call the service.
- Budget: nothing was decided; Mara will bring the figures of the quarter to the next meeting.
- Tom should check how many paper bags are left.
`,
  'notes/ideas.md': `# Ideas

Nothing here is decided.

- Gift cards for Christmas, printed by the people from the copy shop next door
- A workshop each month: sowing in March, balcony boxes in April, herbs in May
- Let customers return empty pots, ten cents each
- A second newsletter for schools and nurseries
- Seeds from our own garden in paper bags with a stamp on them
- Ask Acme Ltd whether they take back pallets
`,
  'report-q3.md': `# Report on the third quarter of 2026

For the partners, by Mara Lindner, 1 October 2026.

## In short

Sales rose to 118,400 euros, 9 percent more than in the third quarter of last year. Profit before tax was 14,200
euros, which is 1,900 euros less than planned, because deliveries and advertising cost more than expected. The web
shop brought in a third of all sales for the first time.

## Sales

| | July | August | September | Quarter |
| --- | ---: | ---: | ---: | ---: |
| Shop | 28,900 | 24,300 | 25,600 | 78,800 |
| Web shop | 11,200 | 12,700 | 15,700 | 39,600 |
| Together | 40,100 | 37,000 | 41,300 | 118,400 |

August was weak, as it is each year when many customers are away. September was the best September so far: the fair
in the town park brought about 600 new visitors to our booth, and 140 of them ordered on the web afterwards. Bulbs and
perennials sold out twice. Garden furniture missed the plan by 35 percent and will not be ordered again.

## Costs

Goods cost 61,300 euros, in line with the plan. Deliveries cost 8,700 euros instead of 7,200: Acme Ltd raised its
prices in July, and three late deliveries had to be replaced by express orders. Advertising cost 5,100 euros instead of
4,500, most of it for the fair. Wages were 23,900 euros, as planned. Energy was 20 percent cheaper than a year ago
thanks to the new cold room.

## Web shop

Visits rose from 9,800 to 13,400 a month. Out of 100 visitors 2.6 ordered something, up from 2.1. The most frequent
reason for a canceled order is still the price of delivery. On 22 September the shop was down for four hours after an
update; the loss is estimated at 700 euros. Since then updates are tried on a copy first.

## People

Priya started on 1 August and looks after the web shop and the newsletter. Tom reduced his hours to four days a week.
Nobody left.

## Risks

- Half of all goods come from one supplier, Acme Ltd. A second one should be found before spring.
- The lease of the shop ends in June 2027. The owner wants to talk in November; a rise of 6 to 8 percent is likely.
- The price calculation of the web shop has no tests apart from one script.

## Outlook

For the fourth quarter we expect sales of 131,000 euros and a profit of 19,000 euros. The autumn sale from 19 to 31
October and the business with gift cards decide whether we get there. The budget for advertising stays at 4,500 euros.
`,
  'drafts/offer-v1.md': `# Offer: plants for the school garden

To: Lindenhof primary school. From: Mara Lindner. Date: 21 September 2026.

We offer to deliver and plant:

- 12 fruit bushes at 9.50 euros each
- 40 perennials at 3.20 euros each
- 6 bags of soil at 8 euros each

Delivery costs 35 euros. Planting is done by two people in one morning and costs 180 euros.

The offer holds until 15 October 2026. Payment is due within 14 days. Plants that do not grow in the first year are
replaced free of charge.
`,
  'drafts/offer-v2.md': `# Offer: plants for the school garden

To: Lindenhof primary school. From: Mara Lindner. Date: 29 September 2026.

We offer to deliver and plant:

- 12 fruit bushes at 8.90 euros each
- 50 perennials at 3.20 euros each
- 6 bags of soil at 8 euros each
- 1 rain barrel at 65 euros

Delivery is free of charge. Planting is done by two people in one morning and costs 180 euros.

The offer holds until 31 October 2026. Payment is due within 30 days. Plants that do not grow in the first six months
are replaced free of charge.
`,
  'inbox/invoice_acme_2026-09.txt': `Invoice 20931
Acme Ltd, Harbour Road 4
Date: 28 September 2026

120 flower pots 14 cm      180.00
 30 bags of soil           240.00
Express delivery            95.00
Total                      515.00 euros, due on 12 October 2026
`,
  'inbox/Invoice copy shop 2026-10.txt': `Invoice 77
Copy shop Brandt
Date: 1 October 2026

500 leaflets for the autumn sale   64.00 euros, paid in cash
`,
  'inbox/customers-2026-09.csv': `date,name,town,order,euros
2026-09-03,A. Brandt,Linden,bulbs,34.50
2026-09-11,K. Osei,Linden,perennials,58.20
2026-09-19,M. Duval,Neustadt,pots,22.00
2026-09-26,S. Petrov,Linden,bulbs,41.90
`,
  'inbox/stock count final-2.csv': `article,count
paper bags,85
flower pots 14 cm,312
bags of soil,41
garden chairs,9
`,
  'inbox/logo-new.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="A leaf">
  <path d="M8 56C8 24 28 8 56 8c0 32-16 48-48 48z" fill="#2f7d4f" />
  <path d="M8 56 44 20" stroke="#ffffff" stroke-width="3" fill="none" />
</svg>
`,
  'inbox/todo.md': `- call the tax advisor back
- new batteries for the scale
- thank the people from the fair
`,
  'inbox/fair feedback 2026-09.md': `# What visitors of the fair said

"Nice people, but where are the prices?" (five times)
"Do you deliver on Saturdays?" (three times)
"The lavender was the best of the whole fair."
`,
  'inbox/export_2026-10-01.json': `{
  "from": "2026-07-01",
  "to": "2026-09-30",
  "currency": "EUR",
  "sales": { "shop": 78800, "web": 39600 }
}
`,
  'app/package.json': `{
  "name": "shop-prices",
  "private": true,
  "type": "module",
  "scripts": { "test": "node check.mjs" }
}
`,
  'app/price.mjs': `/** The price that a customer pays, in euros. A \`discount\` of 0.2 means 20 percent off. */
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
  console.error(\`\${failures} of \${cases.length} prices are wrong, see price.mjs\`);
  process.exit(1);
}
console.log(\`All \${cases.length} prices are right\`);
`,
};
