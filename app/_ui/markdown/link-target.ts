export type LinkTarget = { href: string; host: string };

/**
 * Returns the target of a link that may be followed. It allows web and mail addresses, and returns null for
 * all others.
 */
export function toLinkTarget(href: string): LinkTarget | null {
  try {
    const url = new URL(href);
    if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname };
    if (url.protocol === 'https:' || url.protocol === 'http:') return { href: url.href, host: url.host };
  } catch {
    // The address is not complete.
  }
  return null;
}

/**
 * Says whether the link's text is its own address, so that naming the host again adds nothing. Text before an
 * @ can look like a host without being one, and letters of other alphabets can look like a host's Latin
 * letters.
 */
export function isAddressOf(words: string, { href, host }: LinkTarget): boolean {
  if (words === host) return true;
  if (!words.includes(host) || words.includes('@')) return false;
  return ['', 'http://', 'https://'].some((scheme) => toLinkTarget(`${scheme}${words}`)?.href === href);
}
