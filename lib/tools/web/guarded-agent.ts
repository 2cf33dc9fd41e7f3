import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { ToolFailure } from '../tool-failure';
import { type AddressClass, classifyAddress, isCovered } from './address-class';
import { isOwnServer, type OwnPort } from './own-server';

const connectTimeoutMs = 10_000;

export type ConnectionRules = {
  /** A person saw this class of address. */
  shown: AddressClass;
  /** Omit it when there is no server of our own. */
  ownPort?: OwnPort | undefined;
  /** The system's resolver is the default. */
  lookup?: LookupFunction | undefined;
};

/** Returns the reason why an address must not be called, or null. */
type Refuse = (address: string, port: number) => ToolFailure | null;

/**
 * Opens connections only to addresses of the class that a person saw, and never to this server itself. It
 * checks a name when the name resolves, and a literal address before it connects. A name may resolve
 * differently the second time, so it also checks the peer of every connection before it writes a byte of the
 * request. It ignores proxy settings.
 */
export function createGuardedAgent(rules: ConnectionRules): Agent {
  const refuse = toRefusal(rules);
  return new Agent({
    connections: 1,
    pipelining: 1,
    connect(options, callback) {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      const refusal = isIP(literal) === 0 ? null : refuse(literal, port);
      if (refusal !== null) return callback(refusal, null);
      const lookup = guardLookup(rules.lookup ?? systemLookup, (address) => refuse(address, port));
      buildConnector({ timeout: connectTimeoutMs, lookup })(options, (error, socket) => {
        if (error || !socket) return callback(error ?? new Error('No connection'), null);
        const peerRefusal = refuse(socket.remoteAddress ?? '', socket.remotePort ?? port);
        if (peerRefusal === null) return callback(null, socket);
        socket.destroy();
        callback(peerRefusal, null);
      });
    },
  });
}

/** Refuses a name before a connection is opened. */
function guardLookup(
  lookup: LookupFunction,
  refuse: (address: string) => ToolFailure | null,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses, family) => {
      if (error) return callback(error, addresses, family);
      const list = typeof addresses === 'string' ? [addresses] : addresses.map(({ address }) => address);
      const refusal = list.map(refuse).find((found) => found !== null) ?? null;
      callback(refusal, addresses, family);
    });
  };
}

function toRefusal({ shown, ownPort }: ConnectionRules): Refuse {
  return (address, port) => {
    const actual = classifyAddress(address);
    if (ownPort && isOwnServer(address, port, ownPort)) return ownServerFailure();
    if (isCovered(shown, actual)) return null;
    const message =
      actual === 'forbidden'
        ? `The name leads to ${address}, a reserved address. Requests never go there.`
        : `The name leads to ${address}, an address on this machine or network. The person did not see that. ` +
          'Request that address itself if you mean it.';
    return new ToolFailure('not_allowed', message);
  };
}

export function ownServerFailure(): ToolFailure {
  return new ToolFailure(
    'not_allowed',
    'This address is Countersign itself. Requests never go there, since one could approve another.',
  );
}
