/** Where a link leads, when it may be followed at all: web addresses and mail only. */
export function toLinkTarget(href: string): { href: string; host: string } | null {
  try {
    const url = new URL(href);
    if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname };
    if (url.protocol === 'https:' || url.protocol === 'http:') return { href: url.href, host: url.host };
  } catch {
    // Not a complete address.
  }
  return null;
}
