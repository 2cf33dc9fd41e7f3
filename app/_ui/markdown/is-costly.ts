/** Deeper nesting than this is no text for a reader. */
const maxDepth = 24;
/** The parser compares the marks of one block with each other. */
const maxMarksOfBlock = 4_000;
const maxColumns = 500;

/**
 * Whether a text would keep the page busy for seconds when it is read as Markdown, or nest deeper than a page is wide: then it
 * is shown as it was written. Looks at each character once.
 */
export function isCostly(text: string): boolean {
  let fence = '';
  let marks = 0;
  for (const line of text.split('\n')) {
    const [, opening = ''] = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(line) ?? [];
    if (fence !== '') {
      if (opening.startsWith(fence)) fence = '';
      continue;
    }
    fence = opening;
    marks = line.trim() === '' ? 0 : marks + countOf(line, /[*_~`[\]<]/g);
    if (marks > maxMarksOfBlock || countOf(line, /\|/g) > maxColumns || depthOf(line) > maxDepth) return true;
  }
  return false;
}

/** Quotes and lists that a line opens, and those that its indentation may go on with. */
function depthOf(line: string): number {
  const [start = ''] = /^(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/.exec(line) ?? [];
  const containers = countOf(start, />|[-*+]|\d+[.)]/g);
  const indentation = start.search(/[^ \t]|$/);
  return containers === 0 ? 0 : containers + indentation / 2;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
