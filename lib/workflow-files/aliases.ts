import { type Alias, type Document, isAlias, isNode, type Node, visit } from 'yaml';

/**
 * Returns the node that an alias names with its anchor, and any other node itself. Returns undefined when no
 * such anchor comes before the alias.
 */
export type Resolve = ((node: unknown) => unknown) & {
  /** Says whether an alias names the node. */
  isNamed: (node: Node) => boolean;
};

/**
 * Finds the anchors of all aliases in one pass, because the parser's own search reads the document again for
 * each of them.
 */
export function createResolver(document: Document): Resolve {
  const anchors = new Map<string, Node>();
  const named = new Map<Alias, Node>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) named.set(node, target);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  const targets = new Set(named.values());
  return Object.assign((node: unknown) => (isNode(node) && isAlias(node) ? named.get(node) : node), {
    isNamed: (node: Node) => targets.has(node),
  });
}
