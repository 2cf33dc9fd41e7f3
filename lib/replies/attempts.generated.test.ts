import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply';
import { expectKind, expectNoText } from './testing/expect-verdict';
import { runs } from './testing/generated';
import { oneTokenEdits } from './testing/one-token-edits';
import { fence, ourShell, tags } from './testing/shells';
import {
  anyWrittenCall,
  oneLineStyles,
  plainCall,
  plainWrittenCall,
  type SomeCall,
} from './testing/some-call';
import { someLead, someTrail } from './testing/some-words';
import { strictCalls } from './testing/strict-calls';

const layouts: Record<string, (call: object) => string> = {
  bare: (call) => JSON.stringify(call),
  pretty: (call) => JSON.stringify(call, null, 2),
  fenced: (call) => fence(JSON.stringify(call, null, 2), 'json'),
  tagged: (call) => tags(JSON.stringify(call), 'tool_call'),
  'after a sentence': (call) => `I move it now.\n${JSON.stringify(call)}`,
  'between sentences': (call) => `I move it now.\n\n${JSON.stringify(call, null, 2)}\n\nThen I wait.`,
  'fenced, between sentences': (call) =>
    `I move it now.\n\n${fence(JSON.stringify(call, null, 2), 'json')}\n\nThen I wait.`,
  'fenced without a label, after a list': (call) => `- read\n- move\n\n${fence(JSON.stringify(call), '')}`,
  'after a list': (call) => `- read\n- move\n\n${JSON.stringify(call, null, 2)}`,
  'tagged, between sentences': (call) =>
    `I move it now.\n\n${tags(JSON.stringify(call), 'tool_call')}\n\nThen I wait.`,
};

describe('a call with one wrong token', () => {
  it.each(Object.entries(layouts))('%s, is no text, and runs only as it is written', (_name, write) => {
    fc.assert(
      fc.property(plainCall, (call) => {
        for (const { text } of oneTokenEdits(write(call))) expectNoText(text, strictCalls(text));
      }),
      {
        ...runs(1),
        examples: [[{ tool: 'move_file', parameters: { from: 'a.md', to: 'b.md' }, terminate: false }]],
      },
    );
  });
});

describe('a call in a fence between sentences, with marks at its label', () => {
  it.each([',', ':', '}', '"', '//', '#', '\\n', '…', '=', '=>', ';', '(', '“', "'", '|', '<'])(
    '%s',
    (mark) => {
      fc.assert(
        fc.property(plainWrittenCall, fc.boolean(), ({ text }, isBefore) => {
          const label = isBefore ? `${mark}json` : `json${mark}`;
          expectNoText(`I move it now.\n\n${fence(text, label)}\n\nThen I wait.`, []);
        }),
        runs(5),
      );
    },
  );
});

describe('a call in a fence between sentences, with a label that names no language', () => {
  it.each(['x', 'null', 'xjson', 'jsonx', 'jso', 'agent', 'tool-request', 'next_step', 'вызов'])(
    '%s',
    (label) => {
      fc.assert(
        fc.property(plainWrittenCall, ({ text }) => {
          expectKind(`I move it now.\n\n${fence(text, label)}\n\nThen I wait.`, 'malformed');
          expectKind(`I move it now.\n\n${fence(`${text}}`, label)}\n\nThen I wait.`, 'malformed');
        }),
        runs(5),
      );
    },
  );
});

describe('a call between sentences, in a shell that shows no example', () => {
  const shells: Record<string, (call: object) => string> = {
    'a fence on one line': (call) => `\`\`\`json ${JSON.stringify(call)} \`\`\``,
    'a bare fence on one line': (call) => `\`\`\`${JSON.stringify(call)}\`\`\``,
    'a fence labeled tool_call': (call) => fence(JSON.stringify(call, null, 2), 'tool_call'),
    'a fence labeled action': (call) => fence(JSON.stringify(call), 'action'),
    'tags in capitals': (call) => tags(JSON.stringify(call), 'TOOL_CALL'),
    'tags in the plural': (call) => tags(JSON.stringify(call, null, 2), 'tool_calls'),
    'tags of another name': (call) => tags(JSON.stringify(call), 'toolcall'),
    'tags with attributes': (call) => `<tool_call id="1">\n${JSON.stringify(call)}\n</tool_call>`,
    'tags and a fence': (call) => tags(fence(JSON.stringify(call), 'json'), 'invoke'),
    'an array': (call) => JSON.stringify([call]),
    'another object': (call) => JSON.stringify({ next: { call } }, null, 2),
  };

  it.each(Object.entries(shells))('%s', (_name, write) => {
    fc.assert(
      fc.property(plainCall, someLead, someTrail, (call, lead, trail) => {
        expectKind(`${lead}\n\n${write(call)}\n\n${trail}`, 'malformed');
      }),
      runs(5),
    );
  });
});

describe('a call in a fence between sentences, on the line of its label', () => {
  it.each(['x', 'null', 'python', '/* x */', '\\n', 'the call: ', 'json x'])('%s', (label) => {
    fc.assert(
      fc.property(plainCall, fc.constantFrom('', ' '), (call, gap) => {
        const text = JSON.stringify(call, null, gap);
        expectKind(`I move it now.\n\n\`\`\`${label}${text}\n\`\`\`\n\nThen I wait.`, 'malformed');
      }),
      runs(5),
    );
  });
});

describe('a call in a bare fence between sentences, with something stray before it', () => {
  it.each([
    '"',
    '\\n',
    '/* x */',
    '/* the call */ ',
    'call: ',
    'JSON:',
    '`',
    '//',
    '#',
    ':',
    'x',
    '=>',
    '(',
    "'",
  ])('%s', (stray) => {
    fc.assert(
      fc.property(plainCall, fc.boolean(), (call, isInstead) => {
        const content = `${stray}${JSON.stringify(call).slice(isInstead ? 1 : 0)}`;
        expectKind(`I move it now.\n\n${fence(content, '')}\n\nThen I wait.`, 'malformed');
      }),
      runs(5),
    );
  });
});

describe('a cut call', () => {
  it('never runs, and is no text once a key of the contract is complete', () => {
    const before = fc.constantFrom(
      '',
      'I do it.\n\n',
      '<think>x</think>\n',
      '```json\n',
      'Sure:\n```\n',
      '<tool_call>\n',
      '先移动：\n',
    );
    fc.assert(
      fc.property(anyWrittenCall, before, ({ text }, lead) => {
        for (let end = 1; end < text.length; end += 1) {
          const { kind } = parseReply(lead + text.slice(0, end));
          expect(kind).not.toBe('tool_call');
          if (/"(tool|parameters|terminate)"/.test(text.slice(0, end))) expect(kind).toBe('malformed');
        }
      }),
      runs(15),
    );
  });
});

describe('a call with a fault', () => {
  const spoil = (change: (text: string) => string) => (call: object) =>
    change((oneLineStyles[1] ?? JSON.stringify)(call));
  const faults: Record<string, (call: SomeCall) => string> = {
    'a trailing comma': spoil((text) => text.replace(/\}$/, ',}')),
    'a raw line break in a string': spoil((text) => text.replace(/\}$/, ', "note": "a\nb"}')),
    'quotes in a string': spoil((text) => text.replace(/\}$/, ', "note": "say "hi" now"}')),
    'a Windows path': spoil((text) => text.replace(/\}$/, ', "note": "C:\\Users\\x"}')),
    'one brace too many': spoil((text) => `${text}}`),
    'one bracket too many': spoil((text) => text.replace('}, "terminate"', '}], "terminate"')),
    'one brace too few': spoil((text) => text.replace('}, "terminate"', ', "terminate"')),
    'no last brace': spoil((text) => text.slice(0, -1)),
    'single quotes': spoil((text) => text.replaceAll('"', "'")),
    'curly quotes': spoil((text) => text.replace(/"([^"]*)"/g, '“$1”')),
    'keys without quotes': spoil((text) => text.replace(/"(\w+)": /g, '$1: ')),
    'Python literals': spoil((text) =>
      text.replace(/: false\}$/, ': False}').replace(/: true\}$/, ': True}'),
    ),
    'a comment': spoil((text) => text.replace(', "parameters"', ', // which file\n"parameters"')),
    'a placeholder': spoil((text) => text.replace(/"parameters": .*\}, /, '"parameters": {...}, ')),
    'full-width colons': spoil((text) => text.replaceAll('": ', '"：')),
    'arrows for colons': spoil((text) => text.replaceAll('":', '" =>')),
    'corner quotes': spoil((text) => text.replace(/"([^"]*)"/g, '「$1」')),
    'a stray mark before each colon': spoil((text) => text.replaceAll('":', '"|:')),
    'keys in capitals': spoil((text) =>
      text.replace(/"(tool|parameters|terminate)"/g, (key) => key.toUpperCase()),
    ),
    'a missing comma': spoil((text) => text.replace(', "terminate"', ' "terminate"')),
    'a key twice': spoil((text) => text.replace(/\}$/, ', "tool": "rm"}')),
    'terminate in quotes': (call) => JSON.stringify({ ...call, terminate: 'true' }),
    'no terminate': (call) => JSON.stringify({ ...call, terminate: undefined }),
    'no parameters': (call) => JSON.stringify({ ...call, parameters: undefined }),
    'parameters in an array': (call) => JSON.stringify({ ...call, parameters: ['a'] }),
    'parameters as words': (call) => JSON.stringify({ ...call, parameters: 'notes.md' }),
    'other names of the keys': ({ tool, parameters, terminate }) =>
      JSON.stringify({ name: tool, arguments: parameters, terminate }),
    'no tool': (call) => JSON.stringify({ ...call, tool: undefined }),
    'a tool without a name': (call) => JSON.stringify({ ...call, tool: '' }),
  };

  it.each(Object.entries(faults))('%s is malformed, wherever it is', (_name, write) => {
    fc.assert(
      fc.property(
        plainCall,
        ourShell,
        fc.option(someLead),
        fc.option(someTrail),
        (call, wrap, lead, trail) => {
          const before = lead === null ? '' : `${lead}\n\n`;
          const after = trail === null ? '' : `\n\n${trail}`;
          expectKind(`${before}${wrap(write(call))}${after}`, 'malformed');
        },
      ),
      runs(8),
    );
  });
});

describe('several calls', () => {
  it('in one reply are malformed', () => {
    const one = fc.tuple(plainWrittenCall, ourShell).map(([{ text }, wrap]) => wrap(text));
    fc.assert(
      fc.property(
        one,
        one,
        fc.constantFrom('\n', '\n\n', '\nThen:\n', '\n\nDanach:\n\n'),
        (first, second, between) => {
          expectKind(`${first}${between}${second}`, 'malformed');
        },
      ),
      runs(50),
    );
  });

  it('and a call inside something broken are malformed', () => {
    const around = fc.constantFrom<(text: string) => string>(
      (text) => `{"plan": oops,\n${text}\n}`,
      (text) => `{"steps": [\n${text}\n`,
      (text) => `[\n${text},\n]`,
      (text) => `{"tool": "a", "parameters": {x}, "terminate": false}\n${text}`,
      (text) => `${text}\n{"tool": "b", "parameters": {oops}}`,
      (text) => `{"tool": "w", "parameters": {"content": "a\n${text}\nb"}, "terminate": false}`,
    );
    fc.assert(
      fc.property(plainWrittenCall, around, ({ text }, breakIt) => {
        expectKind(breakIt(text), 'malformed');
      }),
      runs(50),
    );
  });
});
