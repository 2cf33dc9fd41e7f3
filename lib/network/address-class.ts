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

/** Cloud machines hand out credentials at these link-local addresses. */
const linkLocalMetadata = /^169\.254\.(?:169\.\d+|170\.\d+|0\.23)$/;

/**
 * Tells whether cloud machines hand out credentials at this address, in any notation, also behind NAT64 or
 * 6to4. Unlike `classifyAddress`, it lets every other address pass: model servers are on link-local networks,
 * behind NAT64, and at the addresses that proxies invent for names.
 */
export function isMetadataService(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  const embedded = parsed.range() === 'rfc6052' ? parsed.toByteArray().slice(-4) : [];
  const ofSixToFour = parsed.range() === '6to4' ? parsed.toByteArray().slice(2, 6) : [];
  const texts = [parsed.toString(), embedded.join('.'), ofSixToFour.join('.')];
  return texts.some((text) => metadataAddresses.has(text) || linkLocalMetadata.test(text));
}
