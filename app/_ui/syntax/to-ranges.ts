import { roleOf } from './role-of';
import type { SyntaxRange, SyntaxRole } from './syntax-range';

/** Describes the parts of the highlighter's tree that this file uses. */
export type SyntaxNode =
  | { type: 'text'; value: string }
  | { type: 'element'; properties: { className?: unknown }; children: readonly SyntaxNode[] };

/** Turns the tree of a highlighted text into ranges. The innermost role wins. */
export function toRanges(nodes: readonly SyntaxNode[]): SyntaxRange[] {
  const ranges: SyntaxRange[] = [];
  let position = 0;
  const walk = (node: SyntaxNode, role: SyntaxRole | null) => {
    if (node.type === 'element') {
      const own = roleOf(namesOf(node.properties.className), role);
      for (const child of node.children) walk(child, own);
      return;
    }
    const from = position;
    position += node.value.length;
    if (role === null || node.value === '') return;
    const last = ranges.at(-1);
    if (last?.to === from && last.role === role) last.to = position;
    else ranges.push({ from, to: position, role });
  };
  for (const node of nodes) walk(node, null);
  return ranges;
}

function namesOf(className: unknown): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}
