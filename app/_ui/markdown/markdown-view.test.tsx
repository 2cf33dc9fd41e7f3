import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MarkdownView } from './markdown-view';

/** Returns the rendered elements without classes, styles of the design system and icons. */
function drawn(text: string): string {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <main>
        <MarkdownView text={text} />
      </main>
    </MantineProvider>,
  );
  const inside = /<main><div[^>]*>(.*)<\/div><\/main>/s.exec(html)?.[1] ?? '';
  return inside
    .replaceAll(/<svg.*?<\/svg>/gs, '')
    .replaceAll(/ (?:class|tabindex|role|target|rel|dir)="[^"]*"/g, '');
}

describe('Markdown', () => {
  it.each([
    ['a *b* **c** ~~d~~ `e`', '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>'],
    ['one\ntwo  \nthree', '<p>one\ntwo<br/>three</p>'],
    ['# a\n## b\n### c\n###### d', '<h3>a</h3><h4>b</h4><h5>c</h5><h6>d</h6>'],
    ['> a\n>\n> b', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ])('%j', (text, elements) => {
    expect(drawn(text)).toBe(elements);
  });

  it.each([
    '>'.repeat(4_000),
    '- '.repeat(4_000),
    Array.from({ length: 400 }, (_, index) => `${'  '.repeat(index)}- x`).join('\n'),
    '~a~~b'.repeat(20_000),
    '`'.repeat(100_000),
    '['.repeat(50_000),
    '[^a]: '.repeat(20_000),
    `${'a|'.repeat(5_000)}\n${'-|'.repeat(5_000)}`,
  ])('a text that would keep the page busy is shown as it was written: %.20s', (text) => {
    expect(drawn(text)).not.toMatch(/<(?:p|ul|blockquote|table|pre)>/);
  });

  it('ordinary text is Markdown, however long it is', () => {
    const row = `| ${'**a** `b` [c](d.md) '.repeat(5)} |`;
    const table = ['| h |', '| --- |', ...Array.from({ length: 90 }, () => row)].join('\n');
    const code = ['```md', ...Array.from({ length: 500 }, () => '> > * _a_ `b` [c]'.repeat(20)), '```'].join(
      '\n',
    );
    const lists = Array.from({ length: 10 }, (_, index) => `${'  '.repeat(index)}- x`).join('\n');
    for (const [text, element] of [
      [table, '<table>'],
      [code, '<pre'],
      [`${lists}\n\n`.repeat(300), '<ul>'],
    ] as const)
      expect(drawn(text)).toContain(element);
  });

  it('a task has a box', () => {
    expect(drawn('- [x] a\n- [ ] b')).toBe(
      '<ul><li><input type="checkbox" disabled="" aria-label="Done" checked=""/> a</li>' +
        '<li><input type="checkbox" disabled="" aria-label="Not done"/> b</li></ul>',
    );
  });

  it('a table has a head, a body and aligned cells', () => {
    expect(drawn('| a | b |\n| - | -: |\n| *1* | 2<br>3 |')).toBe(
      '<div aria-label="Table"><table><thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead>' +
        '<tbody><tr><td><em>1</em></td><td style="text-align:right">2<br/>3</td></tr></tbody></table></div>',
    );
  });

  it('a block of code keeps every character, names its language and can be copied', () => {
    const html = drawn('```ts title\nconst a = "<b>";\n\n  `x`\n```');
    expect(html).toContain('<div>ts</div>');
    expect(html).toContain('aria-label="Copy code"');
    expect(html).toContain('<pre><code>const a = &quot;&lt;b&gt;&quot;;\n\n  `x`</code></pre>');
  });

  it('a block of code without a language begins with its code', () => {
    expect(drawn('```\nplain\n```')).toMatch(
      /^<div><div><button[^>]* aria-label="Copy code".*<\/button><\/div><div aria-label="Code"><pre>/,
    );
  });

  it('a link shows its target, unless its text is the target', () => {
    expect(drawn('[here](https://example.com/a)')).toBe(
      '<p><a href="https://example.com/a">here</a><span> (example.com)</span></p>',
    );
    expect(drawn('https://example.com/a')).toBe(
      '<p><a href="https://example.com/a">https://example.com/a</a></p>',
    );
    expect(drawn('[*here*][x]\n\n[x]: https://example.com')).toContain(
      '<a href="https://example.com/"><em>here</em></a>',
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '/api/approvals'])(
    'a link to %s is words only',
    (href) => {
      expect(drawn(`[here](${href})`)).toBe(`<p><span title="${href}">here</span></p>`);
    },
  );

  it('HTML is text, in a line, in a block and over several lines', () => {
    expect(drawn('a <b onclick="x()">c</b> d')).toBe(
      '<p>a &lt;b onclick=&quot;x()&quot;&gt;c&lt;/b&gt; d</p>',
    );
    expect(drawn('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(drawn('<div>\n**a**\n</div>')).toBe('<p>&lt;div&gt;\n<strong>a</strong>\n&lt;/div&gt;</p>');
    expect(drawn('a <!-- b --> c')).toBe('<p>a &lt;!-- b --&gt; c</p>');
  });

  it('a picture is named, not loaded', () => {
    const html = drawn('![chart](https://example.com/a.png) ![other][x]\n\n[x]: http://two.example/b.png');
    expect(html).toBe(
      '<p><span>Picture not loaded: chart (example.com)</span> <span>Picture not loaded: other (two.example)</span></p>',
    );
  });

  it('footnotes are at the end, numbered in the order of their references', () => {
    expect(drawn('a[^x] b[^y]\n\n[^y]: two\n[^x]: one')).toBe(
      '<p>a<sup>1</sup> b<sup>2</sup></p><ol aria-label="Footnotes"><li><p>one</p></li><li><p>two</p></li></ol>',
    );
  });

  it('shows invisible characters everywhere', () => {
    expect(drawn('a\u202Eb *c\u200Bd*')).toBe(
      '<p>a<span>⟦U+202E⟧</span>b <em>c<span>⟦U+200B⟧</span>d</em></p>',
    );
    expect(drawn('[x\u202Ey](https://example.com)')).toContain('x<span>⟦U+202E⟧</span>y</a>');
    expect(drawn('```\na\u202Eb\n```')).toContain('a<span>⟦U+202E⟧</span>b');
  });

  it('keeps emoji intact, except in code', () => {
    expect(drawn('⚠️ 👩‍💻 ok')).toBe('<p>⚠️ 👩‍💻 ok</p>');
    expect(drawn('`⚠️`')).toBe('<p><code>⚠<span>⟦U+FE0F⟧</span></code></p>');
    expect(drawn('a\u200D b\u00A0c')).toBe('<p>a<span>⟦U+200D⟧</span> b\u00A0c</p>');
  });

  it('a text that is still arriving shows every part so far', () => {
    const text = '# A\n\n- **B** [C](https://example.com)\n\n| D |\n| - |\n| E |\n\n```ts\nF();\n```\n';
    for (let length = 0; length <= text.length; length += 1) {
      const arrived = text.slice(0, length);
      const visible = drawn(arrived).replaceAll(/<[^>]*>/g, '');
      expect(visible.replaceAll(/[^A-F]/g, ''), arrived).toBe(arrived.replaceAll(/[^A-F]/g, ''));
    }
  });
});
