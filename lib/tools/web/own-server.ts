import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Returns the port this server listens on, or null while it is unknown. */
export type OwnPort = () => number | null;

/**
 * Returns true when a connection to this address and port would reach the server itself, where a request
 * could approve other requests. While the server's port is unknown, every port of this machine counts as its
 * own.
 */
export function isOwnServer(address: string, port: number, ownPort: OwnPort): boolean {
  if (!isThisMachine(address)) return false;
  const own = ownPort();
  return own === null || own === port;
}

/** Recognizes this machine in any notation, IPv4 written as IPv6 included. */
function isThisMachine(address: string): boolean {
  const bare = withoutZone(address);
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  if (parsed.range() === 'loopback' || parsed.range() === 'unspecified') return true;
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .some((entry) => ipaddr.process(withoutZone(entry.address)).toString() === parsed.toString());
}

function withoutZone(address: string): string {
  return address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
}
