/** Lists what this server is called. A request for another name was pointed at this machine from outside. */
export type OwnAddresses = {
  port: number;
  hosts: ReadonlySet<string>;
  origins: ReadonlySet<string>;
  /** A browser that came by one of these hosts must come by TLS from then on. */
  secureHosts: ReadonlySet<string>;
};

/** Lists the names of this machine's own addresses, and of the origin that a proxy in front has. */
export function toOwnAddresses(port: number, publicUrl: string | null): OwnAddresses {
  const addresses = ['127.0.0.1', 'localhost', '[::1]'].map((name) => new URL(`http://${name}:${port}`));
  if (publicUrl !== null) addresses.push(new URL(publicUrl));
  return {
    port,
    hosts: new Set(addresses.flatMap(toHosts)),
    origins: new Set(addresses.map(({ origin }) => origin)),
    secureHosts: new Set(addresses.filter(({ protocol }) => protocol === 'https:').flatMap(toHosts)),
  };
}

/** Browsers leave out the default port. */
function toHosts({ hostname, host, port, protocol }: URL): string[] {
  return port === '' ? [host, `${hostname}:${protocol === 'https:' ? 443 : 80}`] : [host];
}
