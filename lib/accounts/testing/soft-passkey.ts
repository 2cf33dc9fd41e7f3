import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Changes = {
  /** The device answers for another page or host than it was asked for. */
  origin?: string;
  host?: string;
  challenge?: string;
  type?: string;
  /** Bit 0 says that a person was there, bit 2 that the device knows which one. */
  flags?: number;
  counter?: number;
  userHandle?: string | null;
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const present = 0b101;
const hasCredential = 0b100_0000;

/** Answers as a device with one passkey does (WebAuthn level 3, ES256), or lies as `changes` say. */
export function createSoftPasskey({ host, origin }: { host: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = randomBytes(32);
  const id = bytes.toString('base64url');
  const state = { counter: 0, userHandle: '' };

  const toClientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const toDeviceData = (flags: number, changes: Changes) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.counter ?? state.counter);
    return Buffer.concat([sha256(changes.host ?? host), Buffer.from([flags]), counter]);
  };

  return {
    id,
    state,
    /** Makes the passkey, as `navigator.credentials.create` does. */
    create(options: Record<string, unknown>, changes: Changes = {}): Record<string, unknown> {
      state.userHandle = (options['user'] as { id: string }).id;
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      const authData = Buffer.concat([
        toDeviceData((changes.flags ?? present) | hasCredential, changes),
        Buffer.alloc(16),
        length,
        bytes,
        isoCBOR.encode(key),
      ]);
      const { fmt, attStmt } = changes.attestation ?? { fmt: 'none', attStmt: new Map() };
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ]);
      return toAnswer(id, {
        clientDataJSON: toClientData('webauthn.create', String(options['challenge']), changes),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)),
      });
    },
    /** Signs with the passkey, as `navigator.credentials.get` does. */
    get(options: Record<string, unknown>, changes: Changes = {}): Record<string, unknown> {
      const clientDataJSON = toClientData('webauthn.get', String(options['challenge']), changes);
      const authenticatorData = toDeviceData(changes.flags ?? present, changes);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      const userHandle = changes.userHandle === undefined ? state.userHandle : changes.userHandle;
      return toAnswer(id, {
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle === null ? {} : { userHandle: Buffer.from(userHandle, 'base64url') }),
      });
    },
  };
}

const toAnswer = (id: string, response: Record<string, Buffer>) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response: Object.fromEntries(
    Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]),
  ),
});
