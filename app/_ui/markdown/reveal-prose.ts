import { revealCharacters } from '../text/reveal-characters';

/** What is needed of the tree of a Markdown text. */
export type ProseNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: ProseNode[];
};

/**
 * Draws what is invisible or misleading in a Markdown text as escapes, after everything else has been done to it.
 * Blocks of code are left to `CodeBlock`, which does the same; outside of code an emoji stays whole and a blank that
 * does not break is a blank.
 */
export function revealProse({ className }: { className: string }) {
  return (tree: ProseNode) => revealChildren(tree, className, false);
}

function revealChildren(node: ProseNode, className: string, isCode: boolean): void {
  if (node.tagName === 'pre') return;
  const isInsideOfCode = isCode || node.tagName === 'code';
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return revealText(child.value ?? '', className, isInsideOfCode);
    revealChildren(child, className, isInsideOfCode);
    return [child];
  }) as ProseNode[];
}

const unbrokenBlanks = '\\u00A0\\u202F';
const harmless = new RegExp(`(\\p{RGI_Emoji}|[${unbrokenBlanks}])`, 'v');

function revealText(text: string, className: string, isCode: boolean): ProseNode[] {
  const stretches = isCode ? [text] : text.split(harmless);
  return stretches.flatMap((stretch, index): ProseNode[] => {
    // Every second stretch is what was split at.
    if (index % 2 === 1) return [{ type: 'text', value: stretch }];
    return revealCharacters(stretch).map((part) =>
      part.kind === 'plain'
        ? { type: 'text', value: part.text }
        : {
            type: 'element',
            tagName: 'span',
            properties: { className: [className], dir: 'ltr' },
            children: [{ type: 'text', value: part.escape }],
          },
    );
  });
}
