export type LinkTarget = { href: string; host: string };

/** The address of a link that may be followed: web and mail only. Null for all others. */
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
 * Whether the text of a link is its own address, so that naming its host again adds nothing. Text before an @ can look like a host
 * without being one, and letters of other alphabets can look like the Latin letters of a host.
 */
export function isAddressOf(words: string, { href, host }: LinkTarget): boolean {
  if (words === host) return true;
  if (!words.includes(host) || words.includes('@')) return false;
  return ['', 'http://', 'https://'].some((scheme) => toLinkTarget(`${scheme}${words}`)?.href === href);
}
