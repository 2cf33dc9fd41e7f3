import { expect, it } from 'vitest';
import { sayProgress } from './say-progress';

it('progress says each tenth once, on each way that is long', () => {
  const said: string[] = [];
  const note = sayProgress((line) => said.push(line));
  const tenths = Array.from({ length: 9 }, (_, index) => `… ${index + 1}0 %`);
  for (let done = 50; done <= 6_000; done += 50) note({ done, total: 6_000 });
  expect(said).toEqual(tenths);
  for (let done = 50; done <= 4_000; done += 50) note({ done, total: 4_000 });
  expect(said).toEqual(tenths);
  for (let done = 3_000; done <= 12_000; done += 3_000) note({ done, total: 12_000 });
  expect(said).toEqual([...tenths, '… 20 %', '… 50 %', '… 70 %']);
});
