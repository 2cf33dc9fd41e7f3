import type { MeView } from '../contracts/me';
import { type Actor, isPerson } from '../domain/actor';
import { findHighestRisk, findReaches } from '../policy/authorize';
import type { Services } from './services';

/** Says who asks and what they may do. */
export async function getMe(
  {
    actors,
    accounts,
    installation,
    workspaces,
  }: Pick<Services, 'actors' | 'accounts' | 'installation' | 'workspaces'>,
  actor: Actor,
): Promise<MeView> {
  const { id, role, scope } = actor;
  const isScript = scope !== undefined || !isPerson(actor);
  const signsIn = installation.profile === 'team' && !isScript;
  const [nameOf, person] = await Promise.all([actors.names(), signsIn ? accounts.find(id) : null]);
  return {
    id,
    name: nameOf(id),
    role,
    may: findReaches(actor),
    signsUpTo: findHighestRisk(role),
    isScript,
    email: person?.email ?? null,
    workspaces: workspaces.list().map(({ id: workspaceId, name, isHere, server, maxSteps, maxActiveMs }) => ({
      id: workspaceId,
      name,
      elsewhere: isHere ? null : server,
      maxSteps,
      maxActiveMs,
    })),
  };
}
