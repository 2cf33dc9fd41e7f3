import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectKind } from './testing/expect-verdict';
import { runs } from './testing/generated';
import { foreignTag, tags } from './testing/shells';

const name = fc.constantFrom('read_file', 'move_file', 'get_weather', 'db_query', 'lösche_datei');
const values = fc.constantFrom(
  '{"path": "notes/plan.md"}',
  '{"from":"a.md","to":"b.md"}',
  '{"city": "Oslo"}',
  '{"path": "计划.md"}',
);
const valuesOrNone = fc.oneof(values, fc.constant('{}'));
const word = fc.constantFrom(
  'act',
  'arg',
  'do',
  'invoke',
  'start_action',
  'zork',
  'ToolBegin',
  'tc',
  'payload',
);

describe('an attempt in a format of other models', () => {
  it('is malformed in special tokens that nobody has seen before', () => {
    const reply = fc
      .tuple(
        name,
        values,
        word,
        word,
        fc.constantFrom<[string, string]>(['<|', '|>'], ['<｜', '｜>']),
        fc.nat(5),
      )
      .map(([tool, object, first, second, [left, right], shape]) => {
        const [open, mark, close] = [
          `${left}${first}${right}`,
          `${left}${second}${right}`,
          `${left}/${first}${right}`,
        ];
        return [
          `${open}${tool}${mark}${object}${close}`,
          `${open}${mark}${tool}\n${object}${close}`,
          `${open}\n${tool}\n${mark}\n${object}\n${close}`,
          `${open}${tool}${object}${close}`,
          `${open}${tool}${mark}${object}`,
          `${open}{"name": "${tool}", "arguments": ${object}}${close}`,
        ][shape] as string;
      });
    fc.assert(
      fc.property(reply, (text) => expectKind(text, 'malformed')),
      runs(100),
    );
  });

  it('is malformed with channel words glued to the text', () => {
    const lead = fc.constantFrom(
      '',
      'assistantanalysisI should move it.',
      'analysisLet me look. Then act.',
      'assistantanalysis用户想移动文件。',
    );
    fc.assert(
      fc.property(
        lead,
        name,
        valuesOrNone,
        fc.constantFrom('json', 'code', ' json', ' '),
        (words, tool, object, kind) =>
          expectKind(`${words}assistantcommentary to=functions.${tool} ${kind}${object}`, 'malformed'),
      ),
      runs(50),
    );
  });

  it('is malformed as an envelope in any tag', () => {
    const envelope = fc
      .tuple(name, values, fc.nat(4))
      .map(
        ([tool, object, shape]) =>
          [
            `{"name": "${tool}", "arguments": ${object}}`,
            `{"type": "tool_use", "id": "toolu_1", "name": "${tool}", "input": ${object}}`,
            `{"function_call": {"name": "${tool}", "arguments": ${JSON.stringify(object)}}}`,
            `{"tool_calls": [{"function": {"name": "${tool}", "arguments": ${JSON.stringify(object)}}}]}`,
            `{"action": "${tool}", "action_input": ${object}}`,
          ][shape] as string,
      );
    fc.assert(
      fc.property(envelope, foreignTag, fc.constantFrom('', '\n'), (text, tag, gap) =>
        expectKind(tags(text, tag, gap), 'malformed'),
      ),
      runs(50),
    );
  });

  it('is malformed as a name on one line and an object on the next', () => {
    fc.assert(
      fc.property(name, values, fc.constantFrom('', '<think>x</think>\n'), (tool, object, before) =>
        expectKind(`${before}${tool}\n${object}`, 'malformed'),
      ),
      runs(25),
    );
  });
});

describe('a native call as the complete reply', () => {
  it('is malformed in tags of any name, too', () => {
    const reply = fc.tuple(name, values, foreignTag, fc.nat(3)).map(([tool, object, tag, shape]) => {
      const native = [
        `<|python_tag|>{"name": "${tool}", "parameters": ${object}}`,
        `[TOOL_CALLS][{"name": "${tool}", "arguments": ${object}}]`,
        `assistantcommentary to=functions.${tool} json${object}`,
        `<|tool_call|>[{"name": "${tool}", "arguments": ${object}}]`,
      ][shape];
      return tags(native ?? '', tag);
    });
    fc.assert(
      fc.property(reply, (text) => expectKind(text, 'malformed')),
      runs(50),
    );
  });
});
