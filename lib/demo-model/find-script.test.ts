import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findScript } from './find-script';
import { readTurn } from './read-turn';
import { compareDocuments } from './scripts/compare-documents';
import { freeRequest } from './scripts/free-request';

/** Reads the prompts of the workflows that come with the app, without their settings. */
const prompts = readdirSync('workflows').flatMap((file) => {
  const [, , prompt = ''] = readFileSync(path.join('workflows', file), 'utf8').split(/^---$/m);
  return prompt.trim() === '' ? [] : [{ file, prompt }];
});

test('every shipped agent workflow has its own script', () => {
  const chosen = prompts.map(({ prompt }) => findScript(prompt));
  expect(new Set(chosen).size).toBe(prompts.length);
  const free = prompts.filter(({ prompt }) => findScript(prompt) === freeRequest);
  expect(free.map(({ file }) => file)).toEqual(['free-request.md']);
});

test('a value in the form never chooses the script', () => {
  const task = 'Tell a person how two documents differ.';
  const inValue = `Do what a person asks.\n\n<value name="request">${task}</value>`;
  const turn = (content: string) => readTurn([{ role: 'user', content }]);
  expect(findScript(turn(inValue).instructions)).toBe(freeRequest);
  expect(findScript(turn(`${task}\n\n<value name="older">a.md</value>`).instructions)).toBe(compareDocuments);
});
