import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { ToolFailure } from '../tool-failure';
import { type AddressClass, classifyAddress, isCovered } from './address-class';
import { isOwnServer, type OwnPort } from './own-server';

const connectTimeoutMs = 10_000;

export type ConnectionRules = {
  /** The class of the address that a person was shown. */
  shown: AddressClass;
  /** Left out: no server of our own is to be kept out of reach. */
  ownPort?: OwnPort | undefined;
  /** The system's resolver when left out. */
  lookup?: LookupFunction | undefined;
};

/** Why an address must not be called, or null. */
type Refuse = (address: string, port: number) => ToolFailure | null;

/**
 * Connections that only reach addresses of the class a person was shown, and never this server itself. Names are
 * checked when they are resolved, literal addresses before they are called, and every connection again by the address
 * of its peer before a byte of the request is written: a name may resolve to something else the second time. Proxy
 * settings do not apply.
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

/** Refuses before anything is sent there: no connection is opened. */
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
        ? `The name leads to ${address}, which is never called.`
        : `The name leads to ${address}, an address on this machine or network, which the person was not shown. ` +
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
