/** A text that nests deeper than this is not meant for readers. */
const maxDepth = 24;
/** The parser compares all marks of a block with each other, so the limit is per block. */
const maxMarksOfBlock = 4_000;
const maxColumns = 500;

/**
 * Says whether Markdown would keep the page busy for seconds, or would nest deeper than a page is wide. The
 * page then shows the text as it was written. The check reads each character once.
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

/** Counts the quotes and lists that a line opens, and those that its indentation may continue. */
function depthOf(line: string): number {
  const [start = ''] = /^(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/.exec(line) ?? [];
  const containers = countOf(start, />|[-*+]|\d+[.)]/g);
  const indentation = start.search(/[^ \t]|$/);
  return containers === 0 ? 0 : containers + indentation / 2;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
