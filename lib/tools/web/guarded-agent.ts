import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { ToolFailure } from '../tool-failure';
import { type AddressClass, classifyAddress, isCovered } from './address-class';

const connectTimeoutMs = 10_000;

/**
 * Connections that only ever reach addresses of the class a person was shown. Names are checked when they are
 * resolved, and every connection again by the address of its peer before a byte of the request is written: that
 * holds for literal addresses and for names that resolve differently the second time. Proxy settings do not apply.
 */
export function createGuardedAgent(shown: AddressClass, lookup: LookupFunction = systemLookup): Agent {
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: guardLookup(shown, lookup) });
  return new Agent({
    connections: 1,
    pipelining: 1,
    connect(options, callback) {
      connect(options, (error, socket) => {
        if (error || !socket) return callback(error ?? new Error('No connection'), null);
        const refusal = refusePeer(shown, socket);
        if (refusal === null) return callback(null, socket);
        socket.destroy();
        callback(refusal, null);
      });
    },
  });
}

function refusePeer(shown: AddressClass, { remoteAddress = '' }: Socket): ToolFailure | null {
  return isCovered(shown, classifyAddress(remoteAddress)) ? null : refusal(remoteAddress);
}

/** Refuses before anything is sent there: not even a connection is opened. */
function guardLookup(shown: AddressClass, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses, family) => {
      if (error) return callback(error, addresses, family);
      const list = typeof addresses === 'string' ? [addresses] : addresses.map(({ address }) => address);
      const refused = list.find((address) => !isCovered(shown, classifyAddress(address)));
      callback(refused === undefined ? null : refusal(refused), addresses, family);
    });
  };
}

function refusal(address: string): ToolFailure {
  return classifyAddress(address) === 'forbidden'
    ? new ToolFailure('not_allowed', `The name leads to ${address}, which is never called.`)
    : new ToolFailure(
        'not_allowed',
        `The name leads to ${address}, an address on this machine or network, which the person was not shown. ` +
          'Ask for that address itself if it is meant.',
      );
}
