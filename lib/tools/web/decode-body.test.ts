import { describe, expect, it } from 'vitest';
import { decodeBody } from './decode-body';

/** Each character has this byte in windows-1252, from 0x80 to 0x9F and beyond. */
const oldPairs: [string, number][] = [
  ['€', 0x80],
  ['‚', 0x82],
  ['…', 0x85],
  ['Š', 0x8a],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['–', 0x96],
  ['—', 0x97],
  ['™', 0x99],
  ['Ÿ', 0x9f],
  ['é', 0xe9],
  ['ß', 0xdf],
];
const oldText = `price ${oldPairs.map(([character]) => character).join('')} end`;
const oldBytes = Buffer.from([
  ...Buffer.from('price '),
  ...oldPairs.map(([, byte]) => byte),
  ...Buffer.from(' end'),
]);
const toOldPage = (start: string) => Buffer.concat([Buffer.from(start), oldBytes]);
const toUtf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('the encoding of a response', () => {
  it.each([
    'text/plain; charset=windows-1252',
    'text/plain; charset="iso-8859-1"',
    'text/plain;CHARSET=Latin1; x=y',
    "application/octet-stream; charset='cp1252'",
    'text/plain',
    'text/html; charset=none',
    'application/json; charset=unknown-8bit',
    'text/csv; charset=utf-8',
  ])('%s: every character of windows-1252', (type) => {
    expect(decodeBody(oldBytes, type, false)).toBe(oldText);
    expect(decodeBody(oldBytes, type, true)).toBe(oldText);
  });

  it.each([
    ['text/html', '<meta charset="windows-1252">'],
    ['text/html; charset=none', "<!-- <meta charset=koi8-r> --><META Charset = 'ISO-8859-1' />"],
    ['text/html', '<html><meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'],
    ['TEXT/HTML', '<meta content="text/html;charset=latin1" http-equiv=content-type>'],
    ['', '<meta name="keywords" content="charset=koi8-r"><meta charset=windows-1252>'],
    ['application/xhtml+xml', '<?xml version="1.0" encoding="windows-1252"?>'],
    ['application/xml', "<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?>"],
  ])('is what the page says, %s: %s', (type, start) => {
    expect(decodeBody(toOldPage(start), type, false)).toBe(`${start}${oldText}`);
  });

  it.each([
    ['text/html', '<meta charset="none"><meta charset="windows-1252">'],
    ['text/html', '<meta charset=""><meta charset=windows-1252/>'],
    ['text/html', '<meta name="a>b" content=\'charset="koi8-r">\' charset="windows-1252">'],
    ['text/html', '<meta charset="windows-1252"><!-- <meta charset=koi8-r>'],
    ['text/html', '<meta charset=windows-1252><meta charset=koi8-r>'],
    ['text/html', '<meta charset=utf-16><meta charset=windows-1252>'],
  ])('is the first one that the page names and that is known, %s: %s', (type, start) => {
    expect(decodeBody(toOldPage(start), type, false)).toBe(`${start}${oldText}`);
  });

  it.each([
    'windows-1252',
    'iso-8859-1',
    'koi8-r',
    'us-ascii',
    'utf-8',
    'utf-16',
    'utf-16le',
    'utf-16be',
    'gbk',
  ])('is that of a byte order mark where the header says %s', (label) => {
    for (const text of ['“price” é€', '你好世界', 'Привет, мир', 'plain text', 'a', '']) {
      for (const bytes of [toUtf16(text, true), toUtf16(text, false), Buffer.from(`\ufeff${text}`)])
        for (const type of ['text/html', 'text/plain', 'application/json'])
          expect(decodeBody(bytes, `${type}; charset=${label}`, false)).toBe(text);
    }
  });

  it.each(['utf-16', 'utf-16le', 'UTF-16BE'])(
    'is that of the bytes where ASCII is declared as %s',
    (label) => {
      for (const text of [
        'sixteen letters!',
        'Plain words.\r\n\tMore of them, 123.\n',
        '{"path": "notes.md"}',
      ])
        for (const bytes of [Buffer.from(text), Buffer.from(`${text}.`)])
          expect(decodeBody(bytes, `text/plain; charset=${label}`, false)).toBe(bytes.toString());
      const chinese = toUtf16('你好', label === 'UTF-16BE').subarray(2);
      expect(decodeBody(chinese, `text/plain; charset=${label}`, false)).toBe('你好');
    },
  );

  it('is of any language', () => {
    const russian = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);
    expect(decodeBody(russian, 'text/html; charset=koi8-r', false)).toBe('Привет');
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
    const page = Buffer.concat([Buffer.from('<meta charset=shift_jis>'), japanese]);
    expect(decodeBody(page, 'text/html', false)).toContain('日本');
  });

  it('is the header’s before the page’s, and no meta counts after 1,024 bytes or in plain text', () => {
    const page = Buffer.from('<meta charset=koi8-r>é€');
    expect(decodeBody(page, 'text/html; charset=utf-8', false)).toContain('é€');
    expect(decodeBody(page, 'text/plain', false)).toContain('é€');
    const late = Buffer.from(`${' '.repeat(1_024)}<meta charset=koi8-r>é€`);
    expect(decodeBody(late, 'text/html', false)).toContain('é€');
  });

  it.each([
    ['text/html', false],
    ['text/html', true],
    ['text/plain; charset=utf-16', false],
    ['text/plain; charset=utf-8', true],
    ['application/json; charset=none', true],
    ['', false],
  ])('is that of a byte order mark: %s, big end first: %s', (type, isBig) => {
    expect(decodeBody(toUtf16(oldText, isBig), type, false)).toBe(oldText);
    expect(decodeBody(toUtf16(oldText, isBig).subarray(0, -1), type, true)).toBe(oldText.slice(0, -1));
  });

  it('is UTF-8 where nothing says it and the bytes are that, cut or not', () => {
    const bytes = Buffer.from('naïve 😀');
    for (const type of ['', 'text/plain', 'application/octet-stream', 'text/html; charset=none']) {
      expect(decodeBody(bytes, type, false)).toBe('naïve 😀');
      expect(decodeBody(bytes.subarray(0, -1), type, true)).toBe('naïve ');
    }
    expect(decodeBody(Buffer.from('plain'), 'text/plain; charset=none', false)).toBe('plain');
    expect(decodeBody(Buffer.from('\ufeff{}'), 'application/json', false)).toBe('{}');
  });

  it('has as many lines and tabs as it likes', () => {
    const lines = Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0x93, 0x0d, 0x0a, 0x09])));
    expect(decodeBody(lines, 'text/csv', false)).toBe('“\r\n\t'.repeat(500));
  });

  it('with one damaged character is still UTF-8', () => {
    const damaged = Buffer.concat([Buffer.from('naïve 😀 '), Buffer.from([0xff])]);
    expect(decodeBody(damaged, 'text/plain; charset=utf-8', false)).toBe('naïve 😀 \ufffd');
  });
});

describe('bytes that are not text', () => {
  const random = Buffer.from(
    Array.from({ length: 4_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) % 256),
  );
  const compressed = Buffer.from(random.filter((byte) => byte !== 0));
  it.each(['image/png', 'text/html', 'text/plain; charset=windows-1252', 'text/html; charset=none', ''])(
    '%s: stay that',
    (type) => {
      for (const bytes of [random, compressed, Buffer.from([0, 1])]) {
        expect(decodeBody(bytes, type, false)).toContain('that are not text');
      }
    },
  );

  it('without a type of text are not taken for windows-1252', () => {
    for (const type of ['', 'application/octet-stream', 'image/jpeg']) {
      expect(decodeBody(oldBytes, type, false)).toContain('that are not text');
    }
  });
});
