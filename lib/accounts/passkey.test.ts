import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../shared/json';
import { askForNewPasskey, askForPasskey, checkPasskey, readNewPasskey } from './passkey';
import { findPasskeyPlace, hasPasskeysAt, whyNoPasskeys } from './passkey-place';
import { createSoftPasskey } from './testing/soft-passkey';

const place = { host: 'countersign.example', origin: 'https://countersign.example' };
const ada = { id: 'usr_ada', name: 'Ada', email: 'ada@example.com' } as const;
const ask = () => ({ challenge: randomBytes(32).toString('base64url'), place });

async function addOne() {
  const device = createSoftPasskey(place);
  const asked = ask();
  const options = await askForNewPasskey(asked, ada, []);
  const made = await readNewPasskey(device.create(options), asked);
  if (made === null) throw new Error('The device made no passkey');
  return { device, passkey: { ...made, actorId: ada.id } };
}

type Lie = Parameters<ReturnType<typeof createSoftPasskey>['get']>[1];
/** Each of these is an answer to another question, or to another server. */
const lies: Record<string, Lie> = {
  'another challenge': { challenge: randomBytes(32).toString('base64url') },
  'another origin': { origin: 'https://countersign.example.evil' },
  'another port': { origin: 'https://countersign.example:8443' },
  'no TLS': { origin: 'http://countersign.example' },
  'another host': { host: 'evil.example' },
  'another kind of question': { type: 'payment.get' },
  'nobody beside the device': { flags: 0b100 },
  'a person whom the device does not know': { flags: 0b001 },
};

describe('a new passkey', () => {
  it('signs its person in, and many times when its device counts or does not count', async () => {
    const { device, passkey } = await addOne();
    expect(passkey.id).toBe(device.id);
    for (const counter of [0, 0, 1, 2, 10, 2_147_483_647]) {
      const asked = ask();
      const answer = device.get(await askForPasskey(asked), { counter });
      expect(await checkPasskey(answer, asked, passkey)).toEqual({ counter });
      passkey.counter = counter;
    }
    const asked = ask();
    const beyond = device.get(await askForPasskey(asked), { counter: 2_147_483_648 });
    expect(await checkPasskey(beyond, asked, passkey)).toBeNull();
  });

  it('is refused when its device answered something else than it was asked', async () => {
    for (const [name, lie] of Object.entries(lies)) {
      const asked = ask();
      const answer = createSoftPasskey(place).create(await askForNewPasskey(asked, ada, []), lie);
      expect([name, await readNewPasskey(answer, asked)]).toEqual([name, null]);
    }
  });

  it('is refused with a certificate, whose addresses the server would ask', async () => {
    for (const fmt of ['packed', 'fido-u2f', 'tpm', 'android-key', 'apple', 'android-safetynet', 'other']) {
      const asked = ask();
      const attStmt = new Map<string, unknown>([['x5c', [new Uint8Array([1])]]]);
      const options = await askForNewPasskey(asked, ada, []);
      const answer = createSoftPasskey(place).create(options, { attestation: { fmt, attStmt } });
      expect([fmt, await readNewPasskey(answer, asked)]).toEqual([fmt, null]);
    }
  });

  it('is asked for with a person beside a device that keeps it, and not twice of one device', async () => {
    const options = await askForNewPasskey(ask(), ada, ['AAAA']);
    expect(options).toMatchObject({
      rp: { id: place.host },
      user: { id: Buffer.from(ada.id).toString('base64url'), name: ada.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: 'AAAA' }],
      attestation: 'none',
    });
  });
});

describe('a passkey', () => {
  it('signs nobody in whose device answered something else than it was asked', async () => {
    const { device, passkey } = await addOne();
    const others: Record<string, Lie> = {
      ...lies,
      'another person': { userHandle: Buffer.from('usr_ben').toString('base64url') },
    };
    for (const [name, lie] of Object.entries(others)) {
      const asked = ask();
      const answer = device.get(await askForPasskey(asked), lie);
      expect([name, await checkPasskey(answer, asked, passkey)]).toEqual([name, null]);
    }
  });

  it('signs nobody in with the key of another device, or a signature of other bytes', async () => {
    const [one, other] = [await addOne(), await addOne()];
    const asked = ask();
    const answer = other.device.get(await askForPasskey(asked)) as { response: Record<string, string> };
    expect(await checkPasskey({ ...answer, id: one.passkey.id }, asked, one.passkey)).toBeNull();
    expect(await checkPasskey(answer, asked, one.passkey)).toBeNull();
    const signature = Buffer.from(answer.response['signature'] ?? '', 'base64url');
    // The first four bytes are the encoding of two numbers, and the library reads some of them leniently.
    for (let index = 4; index < signature.length; index += 1) {
      const changed = Buffer.from(signature);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const response = { ...answer.response, signature: changed.toString('base64url') };
      expect(await checkPasskey({ ...answer, response }, asked, other.passkey)).toBeNull();
    }
  });

  it('that counts backward, or not on, was copied', async () => {
    const { device, passkey } = await addOne();
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000), fc.nat(1_000), async (last, counter) => {
        const asked = ask();
        const answer = device.get(await askForPasskey(asked), { counter });
        const checked = await checkPasskey(answer, asked, { ...passkey, counter: last });
        expect(checked !== null).toBe(counter > last || (counter === 0 && last === 0));
      }),
    );
  });

  it('that is anything else is refused, and breaks nothing', async () => {
    const { device, passkey } = await addOne();
    const asked = ask();
    const right = device.get(await askForPasskey(asked)) as JsonObject;
    const created = device.create(await askForNewPasskey(asked, ada, [])) as JsonObject;
    const damage = (whole: JsonObject, name: string, value: unknown) =>
      name in whole
        ? { ...whole, [name]: value }
        : { ...whole, response: { ...(whole['response'] as JsonObject), [name]: value } };
    const names = ['id', 'rawId', 'type', 'response', 'clientDataJSON', 'signature'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names, 'authenticatorData', 'attestationObject'),
        fc.oneof(fc.jsonValue(), fc.base64String(), fc.string()),
        async (name, value) => {
          // An answer by a key pair does not hold `attestationObject`, and a new passkey no `signature`.
          const parts = ['signature', 'authenticatorData'];
          if (name !== 'attestationObject')
            expect(await checkPasskey(damage(right, name, value), asked, passkey)).toBeNull();
          if (!parts.includes(name))
            expect(await readNewPasskey(damage(created, name, value), asked)).toBeNull();
        },
      ),
    );
    for (const odd of [null, undefined, [], '', 7, {}]) {
      expect(await checkPasskey(odd, asked, passkey)).toBeNull();
      expect(await readNewPasskey(odd, asked)).toBeNull();
    }
  });
});

describe('passkeys work', () => {
  it('at the public address, and at localhost, but at no IP address', () => {
    expect(findPasskeyPlace('https://countersign.example:8443')).toEqual({
      host: 'countersign.example',
      origin: 'https://countersign.example:8443',
    });
    expect(findPasskeyPlace('http://localhost:3000')?.host).toBe('localhost');
    for (const address of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'https://10.0.0.7'])
      expect(findPasskeyPlace(address)).toBeNull();
  });

  it('only for pages of that address', () => {
    const local = findPasskeyPlace('http://localhost:3000');
    expect(hasPasskeysAt(local, 'localhost:3000')).toBe(true);
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'localhost', 'localhost:3001', '', null])
      expect(hasPasskeysAt(local, host)).toBe(false);
    expect(hasPasskeysAt(null, 'localhost:3000')).toBe(false);
  });

  it('or else a page says where they work, or what an admin can do', () => {
    expect(whyNoPasskeys('http://localhost:3000', 'localhost:3000')).toBeNull();
    expect(whyNoPasskeys('http://localhost:3000', '127.0.0.1:3000')).toBe(
      'Passkeys only work at http://localhost:3000. Open Countersign there.',
    );
    expect(whyNoPasskeys('https://10.0.0.7', '10.0.0.7')).toMatch(
      /^Passkeys do not work at https:\/\/10\.0\.0\.7, .* PUBLIC_URL/,
    );
  });
});
