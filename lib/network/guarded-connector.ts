import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/**
 * Returns the reason why an address must not be called, or null. The address is empty where the peer has
 * closed the connection already.
 */
export type Refuse = (address: string, port: number) => Error | null;

type Options = {
  timeoutMs: number;
  /** One address that must not be called refuses the whole name. Otherwise only all of them do. */
  isStrict?: boolean;
  /** The system's resolver is the default. */
  lookup?: LookupFunction | undefined;
};

/**
 * Connects an agent of undici, but only to addresses that `refuse` lets pass. It checks a literal address
 * before it connects, and a name when the name resolves. A name may resolve differently the second time, so
 * it also checks the peer of every connection before a byte of the request is written.
 */
export function createGuardedConnector(refuse: Refuse, options: Options): buildConnector.connector {
  const { timeoutMs, lookup = systemLookup, isStrict = true } = options;
  // A connector remembers TLS sessions, so one is kept for each port.
  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number) => {
    const found =
      connectors.get(port) ??
      buildConnector({
        timeout: timeoutMs,
        lookup: guardLookup(lookup, (address) => refuse(address, port), isStrict),
      });
    connectors.set(port, found);
    return found;
  };
  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    const literal = target.hostname.replace(/^\[|\]$/g, '');
    const refusal = isIP(literal) === 0 ? null : refuse(literal, port);
    if (refusal !== null) return callback(refusal, null);
    connectorFor(port)(target, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('No connection'), null);
      const peerRefusal = refuse(socket.remoteAddress ?? '', socket.remotePort ?? port);
      if (peerRefusal === null) return callback(null, socket);
      socket.destroy();
      callback(peerRefusal, null);
    });
  };
}

/**
 * Leaves out the addresses of a name that must not be called. Refuses the name before a connection is opened
 * when none is left, or when `isStrict` and one of them must not be called.
 */
function guardLookup(
  lookup: LookupFunction,
  refuse: (address: string) => Error | null,
  isStrict: boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses, family) => {
      if (error) return callback(error, addresses, family);
      const list = typeof addresses === 'string' ? [{ address: addresses, family: 0 }] : addresses;
      const judged = list.map((found) => ({ found, refusal: refuse(found.address) }));
      const refusal = judged.find((each) => each.refusal !== null)?.refusal ?? null;
      const callable = judged.filter((each) => each.refusal === null).map(({ found }) => found);
      if (isStrict || callable.length === 0 || typeof addresses === 'string')
        return callback(refusal, addresses, family);
      callback(null, callable, family);
    });
  };
}
