/** Names the parts of an address of PostgreSQL that a person may see: never its password. */
export function describeAddress(url: string): { server: string; database: string; user: string } {
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || 'localhost';
  return {
    server: `${host}:${port || '5432'}`,
    database: decode(pathname.slice(1)),
    user: decode(username) || '(none)',
  };
}

/** The driver takes a % that begins no code as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
