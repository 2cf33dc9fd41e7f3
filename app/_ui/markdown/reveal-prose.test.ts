import { describe, expect, it } from 'vitest';
import { type ProseNode, revealProse } from './reveal-prose';

const text = (value: string): ProseNode => ({ type: 'text', value });
const element = (tagName: string, ...children: ProseNode[]): ProseNode => ({
  type: 'element',
  tagName,
  children,
});

function drawn(node: ProseNode): string {
  return node.value ?? (node.children ?? []).map(drawn).join('');
}

function reveal(...children: ProseNode[]): string {
  const tree: ProseNode = { type: 'root', children };
  revealProse({ className: 'escape' })(tree);
  return drawn(tree);
}

describe('Markdown text', () => {
  it('shows what is invisible, in every element', () => {
    expect(reveal(element('p', text('a\u202Eb'), element('em', text('c\u200Bd'))))).toBe(
      'a⟦U+202E⟧bc⟦U+200B⟧d',
    );
  });

  it('leaves emoji whole, but not in code', () => {
    expect(reveal(element('p', text('⚠️ 👩‍💻 ok')))).toBe('⚠️ 👩‍💻 ok');
    expect(reveal(element('code', text('⚠️')))).toBe('⚠⟦U+FE0F⟧');
    expect(reveal(element('p', text('a\u200D b')))).toBe('a⟦U+200D⟧ b');
  });

  it('leaves blocks of code to those who draw them', () => {
    expect(reveal(element('pre', element('code', text('a\u202Eb'))))).toBe('a\u202Eb');
  });

  it('draws an escape as an element of its own', () => {
    const tree: ProseNode = { type: 'root', children: [text('\u202E')] };
    revealProse({ className: 'escape' })(tree);
    expect(tree.children?.[0]).toMatchObject({ tagName: 'span', properties: { className: ['escape'] } });
  });
});
