import type { SigningBody, SigningView } from '../contracts/signing';
import { type Actor, isPerson } from '../domain/actor';
import { whyNotSign } from '../policy/authorize';
import type { Services } from './services';

type SigningServices = Pick<Services, 'rules' | 'actors'>;

export async function getSigning({ rules, actors }: SigningServices, _actor: Actor): Promise<SigningView> {
  const [setting, people] = await Promise.all([rules.signing(), actors.list()]);
  const able = people.filter(
    (person) => isPerson(person) && whyNotSign(person, { ownerId: person.id, risk: 'high' }) === null,
  );
  return { ...setting, signers: able.length };
}

/** Counts for calls that are requested from now on. A request that waits keeps what it asked for. */
export async function changeSigning(
  services: SigningServices,
  actor: Actor,
  setting: SigningBody,
): Promise<SigningView> {
  await services.rules.changeSigning(setting, actor);
  return getSigning(services, actor);
}
