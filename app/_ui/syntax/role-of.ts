import type { SyntaxRole } from './syntax-range';

const roles: Record<string, SyntaxRole> = {
  addition: 'string',
  attr: 'property',
  attribute: 'property',
  bullet: 'keyword',
  built_in: 'type',
  char: 'string',
  class: 'type',
  code: 'string',
  comment: 'comment',
  deletion: 'property',
  doctag: 'meta',
  formula: 'number',
  function: 'name',
  keyword: 'keyword',
  link: 'string',
  literal: 'number',
  meta: 'meta',
  name: 'keyword',
  number: 'number',
  operator: 'keyword',
  property: 'property',
  quote: 'comment',
  regexp: 'string',
  section: 'name',
  'selector-attr': 'property',
  'selector-class': 'name',
  'selector-id': 'name',
  'selector-pseudo': 'meta',
  'selector-tag': 'keyword',
  string: 'string',
  strong: 'name',
  emphasis: 'name',
  symbol: 'number',
  tag: 'keyword',
  'template-tag': 'meta',
  'template-variable': 'property',
  title: 'name',
  type: 'type',
  variable: 'property',
};

/**
 * Returns the role of a highlighter class `hljs-…` inside an element with an outer role. Null means the color
 * of plain text.
 */
export function roleOf(classNames: readonly string[], outer: SyntaxRole | null): SyntaxRole | null {
  const name = classNames.find((className) => className.startsWith('hljs-'))?.slice('hljs-'.length) ?? '';
  if (name === 'title' && classNames.includes('class_')) return 'type';
  // Code interpolated into a string is code again.
  if (name === 'subst') return null;
  return Object.hasOwn(roles, name) ? (roles[name] ?? outer) : outer;
}
