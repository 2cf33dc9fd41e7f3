/** Names the parts of an address of PostgreSQL that a person may see: never its password. */
export function describeAddress(url: string): { server: string; database: string; user: string } {
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || 'localhost';
  return {
    server: `${host}:${port || '5432'}`,
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username) || '(none)',
  };
}
