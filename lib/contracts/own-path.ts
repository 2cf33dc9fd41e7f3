/** Longer addresses are none of ours. */
const maxCharacters = 2_000;

/**
 * Returns a path of this server where a browser goes after a person signed in, or `/` for any other text. Browsers
 * read `//` and `/\` as the beginning of another host, and leave out control characters.
 */
export function toOwnPath(text: string | null | undefined): string {
  if (!text || text.length > maxCharacters) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: These are what a browser leaves out.
  return /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(text) ? text : '/';
}
