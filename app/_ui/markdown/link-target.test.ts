import { describe, expect, it } from 'vitest';
import { isAddressOf, toLinkTarget } from './link-target';

describe('where a link leads', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/api/approvals', '#top', ''])(
    '%s leads nowhere',
    (href) => {
      expect(toLinkTarget(href)).toBeNull();
    },
  );

  it.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['example.com/a', 'https://example.com/a'],
    ['www.example.com', 'http://www.example.com'],
    ['example.com', 'https://example.com/a'],
    ['ann@example.com', 'mailto:ann@example.com'],
  ])('“%s” is the address of %s', (words, href) => {
    expect(isAddressOf(words, toLinkTarget(href) ?? { href: '', host: '' })).toBe(true);
  });

  it.each([
    ['the report', 'https://example.com'],
    ['google.com/evil.example', 'https://evil.example'],
    ['evil.example.google.com', 'https://evil.example'],
    ['https://google.com@evil.example', 'https://google.com@evil.example'],
    ['exam\u200Bple.com', 'https://example.com'],
    ['ex\u0430mple.com', 'https://ex\u0430mple.com'],
    ['bob@example.com', 'mailto:ann@example.com'],
  ])('“%s” hides %s', (words, href) => {
    expect(isAddressOf(words, toLinkTarget(href) ?? { href: '', host: '' })).toBe(false);
  });
});
