import fc from 'fast-check';
import { common, createLowlight } from 'lowlight';
import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply';
import { runs } from './testing/generated';
import { fence, tags } from './testing/shells';
import { someAnswer, someCode, someDocument, someRecords } from './testing/some-answer';
import { oneLineCall, plainWrittenCall } from './testing/some-call';
import { reasoningMarks, someThought } from './testing/some-words';

function expectText(reply: string, text = reply): void {
  expect(parseReply(reply)).toEqual({ kind: 'text', text: expect.any(String) });
  const parsed = parseReply(reply);
  expect(parsed.kind === 'text' && parsed.text.trim()).toBe(text.trim());
}

describe('an answer is text, as it was sent', () => {
  it('prose with braces, quotes and the words of the contract', () => {
    fc.assert(
      fc.property(someAnswer, (answer) => expectText(answer)),
      runs(125),
    );
  });

  it('code that builds or reads calls, alone or with words', () => {
    fc.assert(
      fc.property(someCode, someAnswer, ([label, code], words) => {
        expectText(fence(code, label));
        expectText(`${words}\n\n${fence(code, label)}\n\n${words}`);
      }),
      runs(50),
    );
  });

  it('JSON documents, whose own top level decides', () => {
    const write = fc.constantFrom<(value: unknown) => string>(
      (value) => JSON.stringify(value),
      (value) => JSON.stringify(value, null, 2),
    );
    fc.assert(
      fc.property(someDocument, write, someAnswer, (document, print, words) => {
        expectText(print(document));
        expectText(fence(print(document), 'json'));
        expectText(`${words}\n\n${fence(print(document), '')}\n\n${words}`);
      }),
      runs(50),
    );
  });

  it('records, logs and inventories with a tool in them', () => {
    fc.assert(
      fc.property(someRecords, someAnswer, (records, words) => {
        const lines = records.map((record) => JSON.stringify(record)).join('\n');
        expectText(lines);
        expectText(JSON.stringify(records));
        expectText(`${words}\n\n${fence(lines, 'jsonl')}\n\n${words}`);
        expectText(`The record is ${JSON.stringify(records[0])} today.`);
      }),
      runs(50),
    );
  });

  it('calls that are shown: in code spans, quotes, tables, comments and fences of other languages', () => {
    const show = fc.constantFrom<(text: string) => string>(
      (text) => `Example: \`${text}\` is a call.`,
      (text) => `So sieht es aus:\n\n> ${text}\n\nMehr nicht.`,
      (text) => `| call | effect |\n| --- | --- |\n| ${text} | reads |`,
      (text) => `Nothing to do.\n\n<!-- ${text} -->\n\nReally.`,
      (text) => `例子：\n\n${fence(text, 'python')}\n\n这里不执行。`,
      (text) => `Пример:\n\n${fence(tags(text, 'tool_call'), 'xml')}\n\nНе выполняется.`,
      (text) => `Write this:\n\n${fence(fence(text, 'json'), 'markdown', '````')}\n\nThat is all.`,
      (text) => `Write \`${tags(text, 'tool_call', '')}\` for a call.`,
    );
    fc.assert(
      fc.property(oneLineCall, show, ({ text }, lay) => expectText(lay(text))),
      runs(75),
    );
  });

  it('calls in fences of every language that the app colors, and of files, dialects and attributes', () => {
    const others = [
      'text',
      'jsonl',
      'http',
      'example',
      'shell-session',
      'call.ts',
      'python:a.py',
      'ts{1,3}',
      'c++',
    ];
    const { json: _ours, ...colored } = common;
    const labels = [...createLowlight(colored).listLanguages(), ...others];
    for (const label of labels) {
      const [{ text } = { text: '' }] = fc.sample(oneLineCall, { ...runs(1), numRuns: 1 });
      expectText(`So one writes it:\n\n${fence(text, label)}\n\nThat is all.`);
    }
  });

  it('what follows the reasoning, whatever was drafted there', () => {
    fc.assert(
      fc.property(plainWrittenCall, reasoningMarks, someThought, ({ text }, [open, close], thought) => {
        const answer = 'No need to call anything: it is 42.';
        expectText(`${open}${thought}\n${text}\n${close}\n${answer}`, answer);
      }),
      runs(50),
    );
  });
});

describe('any reply', () => {
  it('gets the same verdict with blanks around it and with a byte order mark', () => {
    const reply = fc.oneof(
      someAnswer,
      plainWrittenCall.map(({ text }) => `I do it: ${text}`),
      plainWrittenCall.map(({ text }) => text),
    );
    fc.assert(
      fc.property(reply, (text) => {
        const { kind } = parseReply(text);
        for (const padded of [`\n \n${text}`, `${text}\n\n `, `\ufeff${text}`])
          expect(parseReply(padded).kind).toBe(kind);
      }),
      runs(75),
    );
  });
});
