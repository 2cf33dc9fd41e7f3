import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** This is one part of a Markdown text, in the tree of https://github.com/syntax-tree/mdast. */
export type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number];

export type MarkdownDocument = {
  nodes: readonly MarkdownNode[];
  /** Maps the identifiers of `[text][identifier]` to their addresses. */
  addresses: ReadonlyMap<string, string>;
  footnotes: ReadonlyMap<string, readonly MarkdownNode[]>;
  /** Lists the identifiers of the footnotes in the order of their references. */
  footnoteOrder: readonly string[];
};

/** Parses GitHub's Markdown and treats HTML as plain text. */
export function parseMarkdown(text: string): MarkdownDocument {
  const root = fromMarkdown(text, {
    extensions: [gfm(), { disable: { null: ['htmlFlow'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const addresses = new Map<string, string>();
  const footnotes = new Map<string, readonly MarkdownNode[]>();
  const footnoteOrder = new Set<string>();
  const collect = (node: MarkdownNode) => {
    if (node.type === 'definition' && !addresses.has(node.identifier)) {
      addresses.set(node.identifier, node.url);
    } else if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier)) {
      footnotes.set(node.identifier, node.children);
    } else if (node.type === 'footnoteReference') {
      footnoteOrder.add(node.identifier);
    }
    if ('children' in node) node.children.forEach(collect);
  };
  root.children.forEach(collect);
  return { nodes: root.children, addresses, footnotes, footnoteOrder: [...footnoteOrder] };
}

/** Returns the text of a node without its marks. */
export function wordsOf(node: MarkdownNode): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}
