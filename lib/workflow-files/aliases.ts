import { type Alias, type Document, isAlias, isNode, type Node, visit } from 'yaml';

/** What a node is: an alias is what its anchor names. Undefined: there is no such anchor before it. */
export type Resolve = (node: unknown) => unknown;

/** Finds the anchors of all aliases in one pass, because the parser's own search reads the document again for each of them. */
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
  return (node) => (isNode(node) && isAlias(node) ? named.get(node) : node);
}
