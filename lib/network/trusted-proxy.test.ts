import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTruePeer, readTrustedProxy, type TrustedProxy, toClientKey } from './trusted-proxy';

function trust(text: string): TrustedProxy {
  const trusted = readTrustedProxy(text);
  if (trusted === null) throw new Error(text);
  return trusted;
}

const header = 'X-Forwarded-For';
const proxies = trust(`10.0.0.0/8,fd00::/8,192.0.2.7 ${header}`);
const proxyAddress = fc.oneof(
  fc.ipV4().map((address) => address.replace(/^\d+/, '10')),
  fc.constantFrom('192.0.2.7', 'fd00::1', '::ffff:10.1.2.3'),
);
const isForeign = (address: string) => !/^(?:10\.|192\.0\.2\.7$|f[cd]|::)/.test(address);
const client = fc.oneof(fc.ipV4(), fc.constantFrom('2001:db8::7', '2001:db8:1:2:3:4:5:6')).filter(isForeign);
/** The same address in the ways in which proxies write it. */
const written = client.chain((address) =>
  fc.record({
    address: fc.constant(address),
    text: fc.constantFrom(
      address,
      ...(address.includes(':')
        ? [`[${address}]`, `[${address}]:443`]
        : [`${address}:1`, `::ffff:${address}`]),
    ),
  }),
);
const anything = fc.oneof(fc.string(), client, proxyAddress, fc.constantFrom('', ',', 'unknown', '_hidden'));

/** Spreads the entries over several headers, as a chain of proxies may. */
const spread = (entries: string[], cut: number) =>
  [entries.slice(0, cut), entries.slice(cut)]
    .filter((part) => part.length > 0)
    .flatMap((part, index) => [index === 0 ? header : header.toLowerCase(), part.join(', ')]);

describe('the true peer', () => {
  it('is the rightmost address that is no proxy, whatever a client wrote before it', () => {
    fc.assert(
      fc.property(
        proxyAddress,
        fc.array(anything, { maxLength: 4 }),
        written,
        fc.array(proxyAddress, { maxLength: 3 }),
        fc.nat(6),
        (peer, forged, { address, text }, chain, cut) => {
          const headers = [
            'Host',
            'localhost',
            ...spread([...forged, text, ...chain], cut),
            'Accept',
            header,
          ];
          expect(findTruePeer(peer, headers, proxies)).toBe(address);
        },
      ),
    );
  });

  it('is the connection where that is no proxy of ours, or where none is configured', () => {
    fc.assert(
      fc.property(client, fc.array(anything), (peer, forged) => {
        expect(findTruePeer(peer, spread(forged, 1), proxies)).toBe(peer);
        expect(findTruePeer(peer, spread(forged, 1), null)).toBe(peer);
      }),
    );
  });

  it('is the connection where the last entry is no address, or another header names one', () => {
    const garbage = fc
      .oneof(
        fc.string(),
        fc.constantFrom('unknown', '', '1.2.3.4.5', '1.2.3', '0x7f.1', 'for=1.2.3.4', '::1]'),
      )
      .filter((text) => !/^[\s\d.:a-f[\]]*[.:][\s\d.:a-f[\]]*$/i.test(text) || text === '1.2.3.4.5')
      .map((text) => text.replaceAll(',', ''));
    fc.assert(
      fc.property(garbage, client, (text, address) => {
        expect(findTruePeer('10.0.0.1', [header, `${address}, ${text}`], proxies)).toBe('10.0.0.1');
        expect(findTruePeer('10.0.0.1', ['X-Real-IP', address], proxies)).toBe('10.0.0.1');
      }),
    );
    expect(findTruePeer('10.0.0.1', [], proxies)).toBe('10.0.0.1');
    expect(findTruePeer('::ffff:10.0.0.1', [], proxies)).toBe('10.0.0.1');
  });

  it('reads the header of the standard, too', () => {
    const standard = trust('::1,127.0.0.1 Forwarded');
    for (const [value, address] of [
      ['for=192.0.2.1;proto=https', '192.0.2.1'],
      ['for=6.6.6.6, For="[2001:db8::1]:443";by=127.0.0.1', '2001:db8::1'],
      ['proto=https;for=192.0.2.1, for=127.0.0.1', '192.0.2.1'],
      ['for=6.6.6.6, for=unknown', '127.0.0.1'],
      ['secret="a,for=6.6.6.6";for=192.0.2.1', '192.0.2.1'],
      ['secret="a;for=6.6.6.6";for=192.0.2.1', '192.0.2.1'],
      ['secret="\\",for=6.6.6.6";For=192.0.2.1', '192.0.2.1'],
      ['for=192.0.2.1;by=",for=6.6.6.6"', '192.0.2.1'],
      ['secret="\\\\", for="192.0.2.1:80"', '192.0.2.1'],
      ['for=6.6.6.6\\, for=192.0.2.1', '192.0.2.1'],
    ] as const)
      expect(findTruePeer('127.0.0.1', ['forwarded', value], standard), value).toBe(address);
  });

  it('is the connection where a client opened a quote, whatever it wrote before', () => {
    const standard = trust('127.0.0.1 Forwarded');
    const opened = fc.constantFrom(
      'for=6.6.6.6;x="',
      '"',
      'for="6.6.6.6',
      'x="a";for=6.6.6.6;y="\\',
      'x="\\"',
    );
    const added = fc.constantFrom(
      'for=192.0.2.1',
      'for="[2001:db8::1]:443"',
      'for="192.0.2.1";by="127.0.0.1"',
    );
    fc.assert(
      fc.property(opened, added, (forged, own) => {
        expect(findTruePeer('127.0.0.1', ['Forwarded', `${forged}, ${own}`], standard)).toBe('127.0.0.1');
        const apart = ['Forwarded', forged, 'Forwarded', 'for=192.0.2.1'];
        expect(findTruePeer('127.0.0.1', apart, standard)).toBe('192.0.2.1');
      }),
    );
  });

  it('knows a range of IPv4 addresses that IPv6 wraps, and refuses one that goes beyond them', () => {
    const headers = [header, '192.0.2.1'];
    for (const text of ['::ffff:10.0.0.0/104', '::ffff:a00:0/104', '::ffff:10.1.2.3', '::ffff:10.1.2.3/128'])
      for (const peer of ['10.1.2.3', '::ffff:10.1.2.3'])
        expect(findTruePeer(peer, headers, trust(`${text} ${header}`)), text).toBe('192.0.2.1');
    expect(findTruePeer('11.1.2.3', headers, trust(`::ffff:10.0.0.0/104 ${header}`))).toBe('11.1.2.3');
    expect(readTrustedProxy(`::ffff:10.0.0.0/90 ${header}`)).toBeNull();
  });

  it('is refused as a setting unless it is addresses and one header', () => {
    for (const text of [
      '',
      '10.0.0.1',
      'X-Real-IP',
      '10.0.0.1, X-Real-IP',
      '10.0.0.1 X-A X-B',
      'all X-A',
      '10.0.0.0/33 X-A',
      '10.1 X-A',
    ])
      expect(readTrustedProxy(text), text).toBeNull();
  });
});

it('one client is an IPv4 address, or a network of IPv6', () => {
  expect(toClientKey('192.0.2.1')).toBe('192.0.2.1');
  expect(toClientKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(toClientKey('2001:db8:1:2::9')).toBe(toClientKey('2001:db8:1:2:3:4:5:6'));
  expect(toClientKey('2001:db8:1:3::9')).not.toBe(toClientKey('2001:db8:1:2::9'));
});

it('all users of this machine are one client, whichever of its loopback addresses they connect from', () => {
  const peers = ['127.0.0.1', '127.0.0.2', '127.77.1.9', '::1', '::ffff:127.3.0.1'];
  const keys = (trusted: TrustedProxy | null, headers: string[] = []) =>
    new Set(peers.map((peer) => toClientKey(findTruePeer(peer, headers, trusted))));
  expect([...keys(null)]).toHaveLength(1);
  expect(keys(null)).not.toContain(toClientKey('128.0.0.1'));
  // A proxy on this machine still names the client.
  const onLoopback = trust(`127.0.0.0/8,::1 ${header}`);
  expect([...keys(onLoopback, [header, '192.0.2.1'])]).toEqual(['192.0.2.1']);
  expect([...keys(onLoopback, [header, '192.0.2.2'])]).toEqual(['192.0.2.2']);
});
