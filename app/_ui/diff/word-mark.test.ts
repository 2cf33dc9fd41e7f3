import { describe, expect, it } from 'vitest';
import { findMark, sharedEnds } from './word-mark';

describe('lines side by side', () => {
  it('share their beginning and end without overlap', () => {
    expect(sharedEnds('const a = 1;', 'const b = 1;')).toEqual({ start: 6, end: 5 });
    expect(sharedEnds('aaa', 'aaaa')).toEqual({ start: 3, end: 0 });
    expect(sharedEnds('x', 'y')).toEqual({ start: 0, end: 0 });
  });

  it('do not share half a character', () => {
    expect(sharedEnds('a 😀', 'a 😁')).toEqual({ start: 2, end: 0 });
    expect(sharedEnds('😀 a', '\u{1F300} a').end).toBe(2);
    expect(sharedEnds('\u{1F600}z', '\u{1FA00}z').end).toBe(1);
  });

  it('are marked where they differ', () => {
    expect(findMark('const a = 1;', 'const bcd = 1;')).toEqual({ from: 6, to: 7 });
    expect(findMark('const bcd = 1;', 'const a = 1;')).toEqual({ from: 6, to: 9 });
  });

  it('are marked by whole words', () => {
    const marked = (text: string, partner: string) => {
      const mark = findMark(text, partner);
      return mark && text.slice(mark.from, mark.to);
    };
    expect(marked('const last = true;', 'const last = false;')).toBe('true');
    expect(marked('const total = 120;', 'const total = 9_000;')).toBe('120');
    expect(marked("read(file, 'utf-8')", "read(file, 'utf8')")).toBe('-');
    expect(marked('const a = first;', 'const a = firstly;')).toBe('first');
    expect(marked('const a = firstly;', 'const a = first;')).toBe('firstly');
    expect(marked('f(a, b)', 'f(a)')).toBe(', b');
  });

  it('are not marked when one has just been replaced', () => {
    expect(findMark('    return first;', '    }')).toBeNull();
    expect(findMark('same', 'same')).toBeNull();
  });
});
