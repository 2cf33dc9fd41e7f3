import { expect, test } from 'vitest';
import { findTasks } from './find-tasks';

test('tasks are the sentences that state one, with owner, date and line', () => {
  const notes = [
    '# Meeting',
    'It was late. Mara will tell the bank',
    'by 6 October. Tom has to call Acme',
    'this week.',
    '',
    '- [ ] Order bags (Tom), before 9 October',
    '- [x] Send the figures',
    '- TODO: clean the till',
    '- The sale was nice.',
  ];
  expect(findTasks(notes)).toEqual([
    {
      text: 'Mara will tell the bank by 6 October.',
      owner: 'Mara',
      due: '6 October',
      isDone: false,
      line: 2,
    },
    { text: 'Tom has to call Acme this week.', owner: 'Tom', due: null, isDone: false, line: 3 },
    { text: 'Order bags (Tom), before 9 October', owner: 'Tom', due: '9 October', isDone: false, line: 6 },
    { text: 'Send the figures', owner: null, due: null, isDone: true, line: 7 },
    { text: 'clean the till', owner: null, due: null, isDone: false, line: 8 },
  ]);
});

test('a plain list is a list of tasks, and a text without a list has none', () => {
  expect(findTasks(['- ring back', '- new batteries']).map((task) => task.text)).toEqual([
    'ring back',
    'new batteries',
  ]);
  expect(findTasks(['# Ideas', 'Nothing is decided.', '- gift cards'])).toEqual([]);
});
