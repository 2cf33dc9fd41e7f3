import type { MeView } from '../contracts/me';
import { type Actor, isPerson } from '../domain/actor';
import { findReaches } from '../policy/authorize';
import type { Services } from './services';

/** Says who asks and what they may do. */
export async function getMe({ actors }: Pick<Services, 'actors'>, actor: Actor): Promise<MeView> {
  const { id, role, scope } = actor;
  const nameOf = await actors.names();
  const isScript = scope !== undefined || !isPerson(actor);
  return { id, name: nameOf(id), role, may: findReaches(actor), isScript };
}
