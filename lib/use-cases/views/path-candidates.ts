/** At most this many are looked up for one answer. */
const maxCandidates = 60;
const maxCandidateCharacters = 300;

/**
 * Finds possible paths in a Markdown text: code, targets of links, and words with a slash or an ending in them. Only a look
 * at the workspace tells which of them are.
 */
export function findPathCandidates(text: string): string[] {
  const found = [
    ...matchesOf(text, /(?<!`)`+([^`\n]+)`+/g),
    ...matchesOf(text, /\]\(<?([^)>\n]+)/g).map(decode),
    ...matchesOf(text, /([^\s`"'“”()[\]<>{}|*,;!?]+)/g).filter((word) => /[^/]\/|\w\.\w/.test(word)),
  ];
  // Short before anything else: the end of a long word of dots is found slowly.
  const short = found.filter((candidate) => candidate.length <= maxCandidateCharacters);
  const plain = short.map((candidate) => candidate.trim().replace(/^\.\/|(?::\d+)?[.:/]*$/g, ''));
  const fitting = plain.filter((candidate) => candidate !== '' && !candidate.includes('://'));
  return [...new Set(fitting)].slice(0, maxCandidates);
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, captured = '']) => captured);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return text;
  }
}
