import { resolveLink } from '../files/resolve-link';

/** Decides which parts of a document lead to workspace files. */
export type FileLinks = {
  ofCode(text: string): NamedFile | null;
  ofLink(href: string): string | null;
  /** Cuts plain words into stretches: the paths, and the text between them. */
  inWords(text: string): { text: string; path: string | null }[];
};

export type NamedFile = { path: string; line: number | undefined };

/**
 * In a workspace document, relative links resolve against the document's folder. In any other text, only a
 * path known to exist becomes a link, because most words are not paths.
 */
export function createFileLinks(document?: string, knownPaths: readonly string[] = []): FileLinks {
  const known = new Set(knownPaths);
  const words = toPattern(knownPaths);
  return {
    ofCode(text) {
      const [, path = '', line] = /^(?:\.\/)?(.*?)\/?(?::(\d{1,7}))?$/.exec(text) ?? [];
      return known.has(path) ? { path, line: line === undefined ? undefined : Number(line) } : null;
    },
    ofLink(href) {
      const path = resolveLink(href, document ?? '') || null;
      return document !== undefined || (path !== null && known.has(path)) ? path : null;
    },
    inWords: (text) =>
      words === null
        ? [{ text, path: null }]
        : text
            .split(words)
            .map((stretch, index) => ({ text: stretch, path: index % 2 === 1 ? stretch : null })),
  };
}

/**
 * Matches complete paths. It leaves out names without a slash or an ending, because they are also ordinary
 * words.
 */
function toPattern(knownPaths: readonly string[]): RegExp | null {
  const paths = knownPaths.filter((path) => /[/.]/.test(path)).sort((a, b) => b.length - a.length);
  if (paths.length === 0) return null;
  const escaped = paths.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\w./-])(${escaped.join('|')})(?![\\w/-]|\\.\\w)`);
}
