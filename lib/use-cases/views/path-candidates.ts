/** The server looks up at most this many for one answer. */
const maxCandidates = 60;
const maxCandidateCharacters = 300;
/** The search reads this much of an answer: 100,000 characters without any path take 8 ms at most. */
const maxCharacters = 100_000;

/**
 * Finds possible paths in a Markdown text: code, targets of links, and words that contain a slash or an
 * ending. Only a look at the workspace tells which of them are paths.
 */
export function findPathCandidates(text: string): string[] {
  const candidates = new Set<string>();
  for (const found of findPossible(text.slice(0, maxCharacters))) {
    if (candidates.size === maxCandidates) break;
    // The length comes first, because the end of a long word of dots is found slowly.
    if (found.length > maxCandidateCharacters) continue;
    const candidate = found.trim().replace(/^\.\/|(?::\d+)?[.:/]*$/g, '');
    if (candidate !== '' && !candidate.includes('://')) candidates.add(candidate);
  }
  return [...candidates];
}

function* findPossible(text: string): Generator<string> {
  for (const [, code = ''] of text.matchAll(/(?<!`)`+([^`\n]+)`+/g)) yield code;
  for (const [, target = ''] of text.matchAll(/\]\(<?([^)>\n]+)/g)) yield decode(target);
  for (const [, word = ''] of text.matchAll(/([^\s`"'“”()[\]<>{}|*,;!?]+)/g)) {
    if (!maybePath.test(word)) continue;
    yield word;
    const parts = word.split(punctuation);
    if (parts.length > 1) yield* parts.filter((part) => maybePath.test(part));
  }
}

const maybePath = /[^/]\/|[\p{L}\p{M}\p{N}_]\.[\p{L}\p{N}_]/u;
/** Texts put these beside a path without a space, but a name may hold them, too. */
const punctuation =
  /[‘‚„‟«»‹›…—–\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0c\uff1a\uff1b\uff1f]|’(?![\p{L}\p{N}])/u;

function decode(text: string): string {
  try {
    return decodeURIComponent(text.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return text;
  }
}
