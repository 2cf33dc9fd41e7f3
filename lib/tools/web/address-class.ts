import ipaddr from 'ipaddr.js';

/**
 * `public`: somewhere on the internet. `local`: this machine or a network it is in. `forbidden`: addresses at which
 * cloud machines give out credentials, and ways to spell them.
 */
export type AddressClass = 'public' | 'local' | 'forbidden';

/** Metadata services that do not lie in the link-local range, which is forbidden as a whole. */
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

/** Classifies an IP address in any notation that the URL standard leaves over. Not an address: `forbidden`. */
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

/** Classifies the host of a URL without asking anybody: by its address, or by what its name promises. */
export function classifyHost(hostname: string): AddressClass {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || ipaddr.isValid(host)) return classifyAddress(host);
  if (metadataNames.test(host)) return 'forbidden';
  return !host.includes('.') || localNames.test(host) ? 'local' : 'public';
}

/** What a person agreed to covers where the request really goes: never further in than what they were shown. */
export function isCovered(shown: AddressClass, actual: AddressClass): boolean {
  return actual === 'public' || (actual === 'local' && shown === 'local');
}
