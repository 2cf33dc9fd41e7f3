import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedOutput } from './bounded-output';
import { toTerminalText } from './terminal-text';

const sequences = [
  '\x1b[31m',
  '\x1b[0m',
  '\x1b[m',
  '\x1b[38;5;196m',
  '\x1b[38:2::255:0:0m',
  '\x1b[?25l',
  '\x1b[>4;2m',
  '\x1b[1 q',
  '\x1b[2A',
  '\x1b[10;20H',
  '\x1b[2J',
  '\x1b[!p',
  '\x1b[200~',
  '\x1b]0;my title, with blanks\x07',
  '\x1b]2;title é\x1b\\',
  '\x1b]8;id=1;https://example.com/a?b=c\x1b\\',
  '\x1b]8;;\x07',
  '\x1b]133;A\x9c',
  '\x1bPq#0;2;0;0;0~~\n$~\x1b\\',
  '\x1bP$q"p\x07x\x1b\\',
  '\x1b_Gf=100;AAAA\x1b\\',
  '\x1b^private\x1b\\',
  '\x1bXstring\x1b\\',
  '\x1bktitle of screen\x1b\\',
  '\x1b]0;aborted\x18',
  '\x1b_aborted\x1a',
  '\x1b[31\x18',
  '\x1b(B',
  '\x1b)0',
  '\x1b%G',
  '\x1b#8',
  '\x1b7',
  '\x1b8',
  '\x1b=',
  '\x1bc',
  '\x9b1;32m',
  '\x9d0;title\x9c',
  '\x90data\x9c',
  '\x9f app\x1b\\',
  '\x84',
  '\x07',
  '\x0e',
  '\x0f',
];

describe('text of a terminal', () => {
  it.each(sequences.map((sequence) => ({ shown: JSON.stringify(sequence), sequence })))(
    'loses $shown',
    ({ sequence }) => {
      expect(toTerminalText(`a${sequence}red${sequence}\nb${sequence}`)).toBe('ared\nb');
    },
  );

  it('loses every escape sequence, at every place', () => {
    const plain = fc.stringMatching(/^[a-z0-9é😀[\];\\ \t\n]{0,8}$/u);
    const piece = fc.record({ text: plain, sequence: fc.constantFrom(...sequences) });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const raw = pieces.map(({ text, sequence }) => `${text}${sequence}`).join('');
        expect(toTerminalText(raw)).toBe(pieces.map(({ text }) => text).join(''));
      }),
    );
  });

  it.each([
    ['\r1%\r50%\r100%\n', '100%\n'],
    ['one\r\ntwo\r\n', 'one\ntwo\n'],
    ['long frame\rX\n', 'Xong frame\n'],
    ['long frame\r\x1b[KX\n', 'X\n'],
    ['long frame\x1b[2K\rX\n', 'X\n'],
    ['long frame\r\x1b[K', ''],
    ['50%\r', '50%'],
    ['abc\b\b\bxyz', 'xyz'],
    ['b\bbo\bol\bld\bd', 'bold'],
    ['spin |\b/\b-\b \bdone', 'spin done'],
    ['\b\ba', 'a'],
    ['日本\r大', '大本'],
    ['keeps  \tblanks  \n', 'keeps  \tblanks  \n'],
    ['a\0b\x1b[31mc', 'a\0bc'],
    ['\x1b[31', ''],
    ['x\x1b', 'x'],
    ['\x1b]0;never ended\nnext line\nand more', '\nnext line\nand more'],
    ['\x1b]0;never ended\x1b[31m red', ' red'],
    ['\x1b[31\nnext line', '\nnext line'],
    ['\x1b_never ended\nnext line\x07 and more', '\nnext line and more'],
    ['\x9d0;never ended\n\x9d0;nor this\nend', '\n\nend'],
    ['bell\x07, abort\x18', 'bell, abort'],
  ])('%j is shown as %j', (raw, shown) => {
    expect(toTerminalText(raw)).toBe(shown);
  });

  it.each([
    ['\x1b[31\x18mred', 'mred'],
    ['frame\x1b[1K\rX', 'X'],
    ['long\rX\x1b[1K', 'Xong'],
    ['10%\t\r\x1b[K\rdone\tok\r', 'done    ok'],
    ['a\tb\r12', '12      b'],
    ['a\tb\b \b', 'a'],
    ['a\tb\r\n', 'a\tb\n'],
    ['x日\b\by', 'xy'],
    ['日本\rab', 'ab本'],
    ['日本\ra', 'a 本'],
    ['abcd\r日', '日cd'],
    ['ab\b日', 'a日'],
    ['日\b \b\b ok', ' ok'],
    ['👨‍👩‍👧\b\bx', 'x'],
    ['👍🏽 ok\rno', 'no ok'],
    ['🇩🇪|\rab', 'ab|'],
    ['❤️x\rab', 'abx'],
    ['한글\r\u1112\u1161\u11ab', '\u1112\u1161\u11ab글'],
    ['e\u0301e\r\ba', 'ae'],
    ['a\x1b[31m\u0301\rb', 'b'],
    ['ｱｲ\ra', 'aｲ'],
  ])('%j is drawn in columns as %j', (raw, shown) => {
    expect(toTerminalText(raw)).toBe(shown);
  });

  it('draws text that is typed, erased and typed again, whatever the width of its characters', () => {
    const characters = ['a', 'é', 'e\u0301', '日', '한', '！', '😀', '👍🏽', '🇩🇪', '👨‍👩‍👧', 'ｱ'] as const;
    const widthOf = (character: string) => (/^[日한！😀👍🇩👨]/u.test(character) ? 2 : 1);
    const text = fc.array(fc.constantFrom(...characters), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, text, (before, wrong, after) => {
        const backspaces = '\b'.repeat(wrong.reduce((sum, character) => sum + widthOf(character), 0));
        const blanks = backspaces.replaceAll('\b', ' ');
        const typed = [...before, ...wrong].join('');
        const raw = `${typed}${backspaces}${blanks}${backspaces}${after.join('')}`;
        expect(toTerminalText(raw)).toBe([...before, ...after].join(''));
      }),
    );
  });

  it('takes linear time for what tries to be slow', () => {
    for (const unit of [
      '\x9d',
      '\x9d\n',
      '\x1b]',
      '\x1bP',
      '\r',
      '\ra',
      '\b',
      'x\x1b[2K',
      '\x1b[0',
      '\x1b[;',
      '\x1bk',
      '日\b',
      '\b\t',
      'x\b\x1b[1K',
      '\u0301\b',
      '\ra\u200d',
    ]) {
      expect(toTerminalText(`${unit.repeat(200_000)}\nend`)).toMatch(/end$/);
    }
  });

  it('has no half of a sequence that the limit cut, wherever it cuts', () => {
    for (const sequence of sequences.filter((found) => !found.includes('\n'))) {
      for (let shift = 0; shift <= 12; shift += 1) {
        const output = new BoundedOutput(200);
        const text = `${'.'.repeat(80 + shift)}${`${sequence}.`.repeat(400)}`;
        for (let at = 0; at < text.length; at += 7) output.push(Buffer.from(text.slice(at, at + 7)));
        const kept = toTerminalText(output.finish().text);
        expect(kept, JSON.stringify(sequence)).toMatch(/^\.+\n\[… [\d,]+ bytes dropped here …\]\n\.*$/);
      }
    }
  });
});
