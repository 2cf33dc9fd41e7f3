import { resolveLink } from '../files/resolve-link';

/** Which parts of a document lead to files of the workspace; each answers with a path or null. */
export type FileLinks = {
  ofCode(text: string): NamedFile | null;
  ofLink(href: string): string | null;
  /** Plain words cut into stretches: those that are a path, and all between them. */
  inWords(text: string): { text: string; path: string | null }[];
};

export type NamedFile = { path: string; line: number | undefined };

/**
 * In a document of the workspace relative links resolve against its folder. In any other text only a path that is known to exist
 * is a link, since most words are no paths.
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

/** Paths as whole words; names without a slash or an ending are left out, since they are words of the language as well. */
function toPattern(knownPaths: readonly string[]): RegExp | null {
  const paths = knownPaths.filter((path) => /[/.]/.test(path)).sort((a, b) => b.length - a.length);
  if (paths.length === 0) return null;
  const escaped = paths.map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\w./-])(${escaped.join('|')})(?![\\w/-]|\\.\\w)`);
}
