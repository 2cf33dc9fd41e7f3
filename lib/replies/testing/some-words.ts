import fc from 'fast-check';

/**
 * These sentences come before a call, in several languages and with marks that also occur in JSON and
 * Markdown.
 */
export const someLead = fc.constantFrom(
  'I will read the plan first.',
  'Sure! Let me take a look at that file for you:',
  'Ich lese zuerst den Plan und prüfe „alles“.',
  'Je vais d’abord lire le plan :',
  '我先读取计划文件。',
  'Сначала я прочитаю план.',
  'まず計画ファイルを読みます。',
  'According to [1] and [2, 3], the plan is in `notes/plan.md`.',
  'The template uses {{name}} and {placeholder}; I check it.',
  'In C, a block opens with { and ends with }.',
  '# Reading\n\nI start with the plan.',
  '- read the plan\n- summarize it',
  '| step | what |\n| --- | --- |\n| 1 | read |',
  '> You asked: read the plan',
  'x < y and a > b, so I read on.',
);

/** These sentences can share a line with something else: they have no marks of blocks, code, tags or JSON. */
export const plainLead = fc.constantFrom(
  'I will read the plan first.',
  'Okay, step 1:',
  'Ich lese zuerst den Plan.',
  'C’est parti !',
  '我先读取计划文件。',
  'Сначала я прочитаю план.',
);

export const someTrail = fc.constantFrom(
  'I will wait for the result.',
  'Ich warte auf das Ergebnis.',
  'J’attends le résultat.',
  '我会等待结果。',
  'Жду результата.',
  'Afterwards: one more look, ok?',
);

/** Each pair is a line of prose around a place. */
export const someSentence = fc.constantFrom<readonly [before: string, after: string]>(
  ['Next comes ', ' and then the index.'],
  ['Then ', ' runs.'],
  ['Als Nächstes kommt ', ' und dann der Index.'],
  ['Ensuite vient ', ' puis l’index.'],
  ['接下来是 ', ' 然后是索引。'],
  ['Дальше идёт ', ' а потом индекс.'],
);

export const someThought = fc.constantFrom(
  'I need the plan.',
  'Der Nutzer will die Datei verschieben.',
  '用户想移动文件。',
  '',
  'First a, then b.',
);

export const reasoningMarks = fc.constantFrom<readonly [open: string, close: string]>(
  ['<think>', '</think>'],
  ['<think>\n', '\n</think>\n\n'],
  ['<thinking>', '</thinking>\n'],
  ['<Think>', '</Think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel>thought\n', '<channel|>'],
  ['<unused94>thought\n', '<unused95>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|begin_of_reasoning|>\n', '<|end_of_reasoning|>\n'],
  ['<|thinking|>', '<|/thinking|>'],
);

export const someEndToken = fc.constantFrom(
  '<|im_end|>',
  '</s>',
  '<|eot_id|>',
  '<end_of_turn>',
  '<|return|>',
);

/** Gives every blank of Unicode that is not a line break of JSON, including marks without width. */
export const someBlanks = fc
  .array(
    fc.constantFrom(
      ...'\u3000\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u0085\u2028\u2029\u00a0\u202f\u205f\u1680\ufeff\u200b\u2060\t\n ',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((blanks) => blanks.join(''));
