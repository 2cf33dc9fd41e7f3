import { expect, it } from 'vitest';
import { inSentence } from './in-sentence';

it.each([
  ['You', 'you'],
  ['You, by a script', 'you, by a script'],
  ['Youssef', 'Youssef'],
  ['Ann', 'Ann'],
])('%s is %s inside a sentence', (name, shown) => expect(inSentence(name)).toBe(shown));
