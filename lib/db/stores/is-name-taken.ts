import type { ActorId } from '../../shared/ids';
import { areLikeNames } from '../../shared/like-names';
import type { WriteTransaction } from '../ports/database';

/**
 * Tells whether somebody else has this name, or had it when they left: a signature shows a name, and each name is
 * one person’s. What people cannot see does not tell names apart.
 */
export async function isNameTaken(
  { actor }: Pick<WriteTransaction, 'actor'>,
  name: string,
  own: ActorId | null = null,
): Promise<boolean> {
  const others = await actor.findMany({ select: { id: true, name: true } });
  return others.some((other) => other.id !== own && areLikeNames(other.name, name));
}
