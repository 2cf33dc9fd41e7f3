import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The proxies in front of this server, and the one header in which they name the client. */
export type TrustedProxy = { ranges: readonly Range[]; header: string };

/**
 * Reads `ADDRESSES HEADER`, such as `10.0.0.0/8,::1 X-Forwarded-For`. Returns null for anything else.
 */
export function readTrustedProxy(text: string): TrustedProxy | null {
  const [addresses = '', header = '', ...more] = text.trim().split(/\s+/);
  if (more.length > 0 || !/^[a-z][a-z\d-]*$/i.test(header)) return null;
  const ranges = addresses.split(',').map(readRange);
  return ranges.every((range) => range !== null) ? { ranges, header: header.toLowerCase() } : null;
}

function readRange(text: string): Range | null {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) {
    return toOwnRange(ipaddr.parseCIDR(text));
  }
  const address = readAddress(text);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * A client with an IPv4 address that IPv6 wraps counts by its IPv4 address, and so does a range of such addresses.
 * Returns null for a range that goes beyond them.
 */
function toOwnRange([address, bits]: Range): Range | null {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, bits];
  return bits < 96 ? null : [address.toIPv4Address(), bits - 96];
}

/**
 * Finds the address of the client. Only a proxy's own connection may name another one: the rightmost address
 * in its header that is no proxy, because a client writes what it likes to the left of that. Returns the
 * address of the connection for everything else, and where an entry of the header cannot be read.
 */
export function findTruePeer(
  socketAddress: string,
  rawHeaders: readonly string[],
  trusted: TrustedProxy | null,
): string {
  const connected = readAddress(socketAddress);
  const peer = connected?.toString() ?? socketAddress;
  if (trusted === null || connected === null || !isTrusted(connected, trusted)) return peer;
  const named = rawHeaders
    .filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === trusted.header && index % 2 === 1)
    .flatMap((value) => (trusted.header === 'forwarded' ? readForwarded(value) : value.split(',')));
  for (const entry of named.reverse()) {
    const address = readEntry(entry.trim());
    if (address === null) return peer;
    if (!isTrusted(address, trusted)) return address.toString();
  }
  return peer;
}

/**
 * Reads who is named in the header of the standard (RFC 7239). Nobody can read one whose last quote is open: a
 * client that opens it hides what the proxy writes after it.
 */
function readForwarded(value: string): string[] {
  const entries = splitOutsideQuotes(value, ',') ?? [''];
  return entries.map((entry) => {
    const parts = (splitOutsideQuotes(entry, ';') ?? []).map((part) => part.trim());
    return parts.map((part) => /^for="?([^"]*)"?$/i.exec(part)?.[1]).find((name) => name !== undefined) ?? '';
  });
}

/** Returns null when the last quote is open. */
function splitOutsideQuotes(text: string, separator: string): string[] | null {
  const parts: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === '\\') index += 1;
    else if (!isQuoted && character === separator) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return isQuoted ? null : [...parts, text.slice(from)];
}

function isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6, { ranges }: TrustedProxy): boolean {
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits]));
}

/** Some proxies add the port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function readEntry(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return readAddress(bare);
}

/** Reads an address in its usual notation, and an IPv4 address that IPv6 wraps as that IPv4 address. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/%.*$/, '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
}

/**
 * Returns what counts as one client: an IPv4 address, or the /64 network of an IPv6 address, because one
 * client has all addresses of such a network. This machine is one, too: its users have all of 127.0.0.0/8.
 */
export function toClientKey(address: string): string {
  const parsed = readAddress(address);
  if (parsed?.range() === 'loopback') return 'loopback';
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
