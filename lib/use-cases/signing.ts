import type { SigningBody, SigningView } from '../contracts/signing';
import { type Actor, localActor } from '../domain/actor';
import { whyNotSign } from '../policy/authorize';
import type { Services } from './services';

type SigningServices = Pick<Services, 'rules' | 'accounts' | 'installation'>;

export async function getSigning(services: SigningServices, _actor: Actor): Promise<SigningView> {
  const [setting, people] = await Promise.all([services.rules.signing(), listSigners(services)]);
  const able = people.filter((person) => whyNotSign(person, { ownerId: person.id, risk: 'high' }) === null);
  return { ...setting, signers: able.length };
}

/** Lists the people who can come in. */
async function listSigners({ accounts, installation }: SigningServices): Promise<readonly Actor[]> {
  if (installation.profile === 'local') return [localActor];
  return (await accounts.list()).map(({ actorId, name, role }) => ({ id: actorId, name, role }));
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
