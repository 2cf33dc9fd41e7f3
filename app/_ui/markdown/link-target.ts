export type LinkTarget = { href: string; host: string };

/** Where a link leads, when it may be followed at all: web addresses and mail only. */
export function toLinkTarget(href: string): LinkTarget | null {
  try {
    const url = new URL(href);
    if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname };
    if (url.protocol === 'https:' || url.protocol === 'http:') return { href: url.href, host: url.host };
  } catch {
    // Not a complete address.
  }
  return null;
}

/**
 * Whether the words of a link are its address, so that its host need not be named once more. What stands before an @ looks like
 * a host without being one, and letters of other alphabets look like Latin ones, which a host is spelt in.
 */
export function isAddressOf(words: string, { href, host }: LinkTarget): boolean {
  if (words === host) return true;
  if (!words.includes(host) || words.includes('@')) return false;
  return ['', 'http://', 'https://'].some((scheme) => toLinkTarget(`${scheme}${words}`)?.href === href);
}
