import ipaddr from 'ipaddr.js';

/**
 * `public` is the internet. `local` is this machine or one of its networks. `forbidden` covers the addresses
 * where cloud machines hand out credentials, in any spelling.
 */
export type AddressClass = 'public' | 'local' | 'forbidden';

/** These metadata services are outside the link-local range, which is forbidden completely. */
const metadataAddresses = new Set([
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
]);

const localNames = /(?:^|\.)(?:localhost|local|lan|internal|intranet|home|corp|private|home\.arpa)$/;
const metadataNames = /(?:^|\.)(?:metadata\.google\.internal|metadata\.goog|metadata|instance-data)$/;

/** Classifies an IP address in any notation that a parsed URL can contain. Anything else is `forbidden`. */
export function classifyAddress(address: string): AddressClass {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return 'forbidden';
  const parsed = ipaddr.process(bare);
  if (metadataAddresses.has(parsed.toString())) return 'forbidden';
  switch (parsed.range()) {
    case 'unicast':
      return 'public';
    case 'loopback':
    case 'private':
    case 'uniqueLocal':
    case 'carrierGradeNat':
    case 'unspecified':
      return 'local';
    default:
      return 'forbidden';
  }
}

/** Classifies the host of a URL without a lookup: by its address, or by the kind of name. */
export function classifyHost(hostname: string): AddressClass {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || ipaddr.isValid(host)) return classifyAddress(host);
  if (metadataNames.test(host)) return 'forbidden';
  return !host.includes('.') || localNames.test(host) ? 'local' : 'public';
}

/**
 * Returns true when the class a person saw covers the actual one: a request never goes further into the
 * network than shown.
 */
export function isCovered(shown: AddressClass, actual: AddressClass): boolean {
  return actual === 'public' || (actual === 'local' && shown === 'local');
}

/**
 * Tells whether the address is a metadata service, or one where no server can be: link-local, multicast and
 * the like. Unlike `classifyAddress`, it lets the addresses pass through which a network without IPv4 reaches
 * public servers (NAT64), unless they stand for such an address.
 */
export function isReserved(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(bare)) return true;
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== 'rfc6052') return classifyAddress(bare) === 'forbidden';
  return classifyAddress(parsed.toByteArray().slice(-4).join('.')) === 'forbidden';
}
