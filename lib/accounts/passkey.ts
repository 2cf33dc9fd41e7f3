import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Passkey } from '../domain/account';
import type { ActorId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { PasskeyPlace } from './passkey-place';

/** A passkey as its device made it. */
type MadePasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter'>;

/** A person answers the device within five minutes. */
export const passkeyQuestionLastsMs = 5 * 60 * 1_000;

/** No row holds a higher count of signatures. No device comes near it. */
const maxCounter = 2_147_483_647;

/** These are EdDSA, ES256 and RS256 by their COSE numbers: every device that makes passkeys has one of them. */
const algorithms = [-8, -7, -257];

type Asked = { challenge: string; place: PasskeyPlace };

/**
 * Builds what the browser hands to `navigator.credentials.create`. `challenge` is base64url, is used once and
 * returns with the answer. `known` are the ids of passkeys that the person has: their devices make no second one.
 */
export async function askForNewPasskey(
  { challenge, place }: Asked,
  person: { id: ActorId; name: string; email: string },
  known: readonly string[],
): Promise<JsonObject> {
  const options = await generateRegistrationOptions({
    rpName: 'Countersign',
    rpID: place.host,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: passkeyQuestionLastsMs,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return toJson(options);
}

/** Builds what the browser hands to `navigator.credentials.get`. It names no passkey, so it tells of nobody. */
export async function askForPasskey({ challenge, place }: Asked): Promise<JsonObject> {
  const options = await generateAuthenticationOptions({
    rpID: place.host,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: passkeyQuestionLastsMs,
    userVerification: 'required',
  });
  return toJson(options);
}

/**
 * Reads a new passkey. Returns null unless a device made it for this place and this challenge, with a person
 * beside it.
 */
export async function readNewPasskey(response: unknown, asked: Asked): Promise<MadePasskey | null> {
  try {
    const answer = response as RegistrationResponseJSON;
    if (!isWithoutCertificates(answer.response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      ...toExpected(asked),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    if (counter > maxCounter) return null;
    return { id, publicKey: isoBase64URL.fromBuffer(publicKey), counter };
  } catch {
    // The library throws for every answer that is not as asked, and for one of another shape.
    return null;
  }
}

/**
 * Checks that the device of this passkey signed the challenge. Returns its counter, or null when it did not, or
 * when it counts backward: somebody copied it.
 */
export async function checkPasskey(
  response: unknown,
  asked: Asked,
  passkey: Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'actorId'>,
): Promise<{ counter: number } | null> {
  try {
    const answer = response as AuthenticationResponseJSON;
    const { userHandle } = answer.response;
    if (userHandle && isoBase64URL.toUTF8String(userHandle) !== passkey.actorId) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      ...toExpected(asked),
      credential: {
        id: passkey.id,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    const { newCounter: counter } = authenticationInfo;
    return verified && counter <= maxCounter ? { counter } : null;
  } catch {
    return null;
  }
}

const toExpected = ({ challenge, place }: Asked) => ({
  expectedChallenge: challenge,
  expectedOrigin: place.origin,
  expectedRPID: place.host,
  requireUserVerification: true,
});

/**
 * We ask for no certificate of the device. To check one, the library would send requests to addresses that the
 * certificate names, and anybody can write a certificate.
 */
function isWithoutCertificates(attestation: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

const toJson = (options: object): JsonObject => JSON.parse(JSON.stringify(options));
