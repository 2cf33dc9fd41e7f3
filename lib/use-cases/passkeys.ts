import {
  askForNewPasskey,
  askForPasskey,
  checkPasskey,
  passkeyQuestionLastsMs,
  readNewPasskey,
} from '../accounts/passkey';
import { findPasskeyPlace, type PasskeyPlace, whyNowhere } from '../accounts/passkey-place';
import { createSecret, hashSecret } from '../auth/secret-text';
import {
  accountLimits,
  type NewPasskeyBody,
  type PasskeyBody,
  type PasskeyQuestion,
} from '../contracts/accounts';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { ActorId } from '../shared/ids';
import type { Services } from './services';
import type { LetIn } from './sign-in';

type Parts = Pick<Services, 'accounts' | 'clock' | 'installation'>;

/** A question is for one purpose: to sign in, or to add a passkey to this person. */
type Purpose = { purpose: 'sign_in' } | { purpose: 'add'; actorId: ActorId };

/** Returns where passkeys work, or null when people open this server at an IP address. */
export const placeOf = (installation: Services['installation']): PasskeyPlace | null =>
  findPasskeyPlace(addressOf(installation));

/** Returns where people open this server. */
export const addressOf = ({ publicUrl, localAddress }: Services['installation']): string =>
  publicUrl ?? localAddress();

/** Asks a browser for any passkey of this server. */
export async function askToSignIn(services: Parts, actor: Actor): Promise<PasskeyQuestion> {
  const place = requirePlace(services.installation);
  const code = await addQuestion(services, actor, { purpose: 'sign_in' });
  return { code, options: await askForPasskey({ challenge: code, place }) };
}

/** Lets the browser in whose device has signed the question. */
export async function signInByPasskey(
  services: Parts & Pick<Services, 'door'>,
  _actor: Actor,
  { code, response, device }: PasskeyBody & { device: string },
): Promise<LetIn> {
  const { accounts, clock, door } = services;
  const place = requirePlace(services.installation);
  await takeQuestion(services, code, { purpose: 'sign_in' });
  const { id } = response;
  const passkey = typeof id === 'string' ? await accounts.findPasskey(id) : null;
  const person = passkey && (await accounts.find(passkey.actorId));
  if (!passkey || !person)
    throw new AppError(
      'forbidden',
      'Countersign does not know this passkey. Sign in with your password, then add it again.',
    );
  const checked = await checkPasskey(response, { challenge: code, place }, passkey);
  // The store compares once more, because two requests may have the same counter.
  if (checked === null || !(await accounts.notePasskeyUse(passkey.id, checked.counter, clock.now())))
    throw new AppError('forbidden', 'This passkey did not work. Try again, or sign in with your password.');
  return door.letIn(person.actorId, device);
}

/** Asks the browser of this person to make a passkey. */
export async function askToAdd(services: Parts, actor: Actor): Promise<PasskeyQuestion> {
  const place = requirePlace(services.installation);
  const person = await services.accounts.find(actor.id);
  if (!person) throw new AppError('not_found', 'You have no account here.');
  const passkeys = await services.accounts.passkeys(actor.id);
  if (passkeys.length >= accountLimits.passkeys) throw tooMany();
  const code = await addQuestion(services, actor, { purpose: 'add', actorId: actor.id });
  const known = passkeys.map(({ id }) => id);
  const { name, email } = person;
  return {
    code,
    options: await askForNewPasskey({ challenge: code, place }, { id: actor.id, name, email }, known),
  };
}

/** Adds the passkey that the browser of this person made. */
export async function addPasskey(
  services: Parts,
  actor: Actor,
  { code, response, name }: NewPasskeyBody,
): Promise<void> {
  const { accounts, clock } = services;
  const place = requirePlace(services.installation);
  await takeQuestion(services, code, { purpose: 'add', actorId: actor.id });
  const made = await readNewPasskey(response, { challenge: code, place });
  if (made === null)
    throw new AppError('forbidden', 'The device did not make a passkey that works here. Try again.');
  const passkey = { ...made, actorId: actor.id, name, createdAt: clock.now() };
  if (await accounts.addPasskey(passkey, accountLimits.passkeys, actor)) return;
  const isKnown = (await accounts.findPasskey(made.id)) !== null;
  throw isKnown ? new AppError('forbidden', 'This passkey was already added.') : tooMany();
}

/** Removes a passkey of this person. Throws `not_found` for the id of someone else's, too. */
export async function removePasskey(
  { accounts }: Parts,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  if (!(await accounts.removePasskey(actor.id, id, actor)))
    throw new AppError('not_found', 'This passkey was already removed or never existed.');
}

const tooMany = () =>
  new AppError('forbidden', `You have ${accountLimits.passkeys} passkeys. Remove one, then add another.`);

function requirePlace(installation: Services['installation']): PasskeyPlace {
  const place = placeOf(installation);
  if (place === null) throw new AppError('not_found', whyNowhere(addressOf(installation)));
  return place;
}

/** The code of a question is its challenge, too. */
async function addQuestion({ accounts, clock }: Parts, actor: Actor, data: Purpose): Promise<string> {
  const code = createSecret();
  const expiresAt = new Date(clock.now().getTime() + passkeyQuestionLastsMs);
  await accounts.addCode({ codeHash: hashSecret(code), kind: 'passkey', data, expiresAt }, actor);
  return code;
}

/** Uses a question up before its answer is checked, so that nobody tries many answers. */
async function takeQuestion({ accounts, clock }: Parts, code: string, wanted: Purpose): Promise<void> {
  const used = await accounts.takeCode(hashSecret(code), 'passkey', clock.now());
  const isMeant =
    'code' in used &&
    used.code.data['purpose'] === wanted.purpose &&
    (wanted.purpose === 'sign_in' || used.code.data['actorId'] === wanted.actorId);
  if (!isMeant)
    throw new AppError('forbidden', 'This took longer than 5 minutes, or was done before. Try again.');
}
