import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { type AddressClass, classifyAddress, isCovered } from '../../network/address-class';
import { createGuardedConnector, type Refuse } from '../../network/guarded-connector';
import { ToolFailure } from '../tool-failure';
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

/**
 * Opens connections only to addresses of the class that a person saw, and never to this server itself. It ignores
 * proxy settings.
 */
export function createGuardedAgent(rules: ConnectionRules): Agent {
  const connect = createGuardedConnector(toRefusal(rules), {
    timeoutMs: connectTimeoutMs,
    lookup: rules.lookup,
  });
  return new Agent({ connections: 1, pipelining: 1, connect });
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
