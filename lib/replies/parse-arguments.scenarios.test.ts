import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments';

/** This file has one test for each scenario of docs/specifications/tool-argument-parsing.md. */
const encode = (value: unknown, layers: number): string =>
  layers < 0 ? (value as string) : encode(JSON.stringify(value), layers - 1);

describe('tool argument parsing', () => {
  it('parses standard JSON object arguments', () => {
    expect(parseArguments('{"command":"brew list mysql"}')).toEqual({
      ok: true,
      value: { command: 'brew list mysql' },
      layers: 0,
    });
  });

  it('parses double-encoded JSON string arguments', () => {
    expect(parseArguments('"{\\"command\\":\\"brew list mysql\\"}"')).toMatchObject({
      ok: true,
      value: { command: 'brew list mysql' },
    });
  });

  it('parses multiple layers of JSON encoding, up to 10; the eleventh fails cleanly', () => {
    expect(parseArguments('"\\"{\\\\\\"command\\\\\\":\\\\\\"brew list mysql\\\\\\"}\\""')).toMatchObject({
      ok: true,
      value: { command: 'brew list mysql' },
    });
    for (let layers = 0; layers <= 10; layers += 1) {
      expect(parseArguments(encode({ a: 'b' }, layers)), `${layers} layers`).toMatchObject({
        ok: true,
        value: { a: 'b' },
      });
    }
    expect(parseArguments(encode({ a: 'b' }, 11))).toMatchObject({ ok: false });
  });

  it('handles escape sequences, also in the stray form of the design without outer quotes', () => {
    const value = { command: 'brew services list | grep mysql' };
    expect(parseArguments('"{\\"command\\":\\"brew services list | grep mysql\\"}"')).toMatchObject({
      ok: true,
      value,
    });
    expect(parseArguments('{\\"command\\":\\"brew services list | grep mysql\\"}')).toMatchObject({
      ok: true,
      value,
    });
  });

  it('names the original, cut to 100 characters, and the reason when parsing fails', () => {
    const original = `{"command": ${'x'.repeat(200)}`;
    const parsed = parseArguments(original);
    if (parsed.ok) throw new Error('It should have failed');
    expect(parsed.error.message).toContain(original.slice(0, 90));
    expect(parsed.error.message).not.toContain(original.slice(0, 110));
    expect(parsed.error.message.length).toBeGreaterThan(100);
  });

  it('stops unquoting at the limit, however deep or malformed the text is', () => {
    expect(parseArguments(encode({ a: 'b' }, 14))).toMatchObject({ ok: false });
    expect(parseArguments('"'.repeat(10_000))).toMatchObject({ ok: false });
    expect(parseArguments('['.repeat(100_000))).toMatchObject({ ok: false });
  });

  it('accepts nothing but an object after unquoting', () => {
    for (const raw of ['[]', '"[]"', 'null', '1', 'true', '"text"', '"\\"text\\""']) {
      expect(parseArguments(raw), raw).toMatchObject({ ok: false });
    }
    for (const raw of [null, undefined, 7, true, []])
      expect(parseArguments(raw)).toMatchObject({ ok: false });
  });

  it('answers empty and whitespace-only arguments with an error of their own', () => {
    const codes = ['', '   ', '\n\t', '""', '"   "'].map((raw) => {
      const parsed = parseArguments(raw);
      return parsed.ok ? 'ok' : parsed.error.code;
    });
    expect(new Set(codes).size).toBe(1);
    const invalid = parseArguments('{');
    expect(codes[0]).not.toBe(invalid.ok ? 'ok' : invalid.error.code);
  });

  it('leaves what was standard before unchanged: values are never touched', () => {
    const value = { a: '{"b":1}', c: '"quoted"', d: [1, 2.5, null, { e: '\\n' }], f: {} };
    expect(parseArguments(JSON.stringify(value))).toEqual({ ok: true, value, layers: 0 });
    expect(parseArguments(value)).toEqual({ ok: true, value, layers: 0 });
  });
});
