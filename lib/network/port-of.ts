/** Returns the port of an http or https address, which may be the usual one of its scheme. */
export function portOf(address: string): number {
  const { port, protocol } = new URL(address);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
