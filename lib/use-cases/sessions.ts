import { toLink } from '../auth/ask-door';
import { linkLastsMs } from '../auth/door';
import type { MadeLink, SessionList, SessionView } from '../contracts/sessions';
import type { Session } from '../db/ports/session-store.port';
import { type Actor, toPerson } from '../domain/actor';
import { describeBrowser } from '../domain/describe-browser';
import { AppError } from '../shared/app-error';
import { isId, type SessionId } from '../shared/ids';
import type { Services } from './services';

/** The request came from this session. Null means a program. */
type Asking = { session: { id: SessionId } | null };

/** Lists the browsers that were let in for this person, this one first, then the last one seen. */
export async function listSessions(
  { sessions }: Pick<Services, 'sessions'>,
  actor: Actor,
  { session }: Asking,
): Promise<SessionList> {
  const found = await sessions.list(toPerson(actor.id));
  const views = found.map((one) => toView(one, session));
  return { sessions: [...views.filter(({ isThis }) => isThis), ...views.filter(({ isThis }) => !isThis)] };
}

/** Signs one browser of this person out. Throws `not_found` for the id of someone else's, too. */
export async function endSession(
  { sessions, door }: Pick<Services, 'sessions' | 'door'>,
  actor: Actor,
  { id, session }: Asking & { id: string },
): Promise<SessionList> {
  const ended = isId('ses', id) ? await door.signOut(toPerson(actor.id), { id }, actor) : 0;
  if (ended === 0) throw new AppError('not_found', 'This browser was already signed out or never let in.');
  return listSessions({ sessions }, actor, { session });
}

/** Signs out every browser of this person but the one that asks. */
export async function endOtherSessions(
  services: Pick<Services, 'sessions' | 'door'>,
  actor: Actor,
  { session }: Asking,
): Promise<SessionList> {
  await services.door.signOut(toPerson(actor.id), { allBut: session?.id ?? null }, actor);
  return listSessions(services, actor, { session });
}

/** Makes a link that lets one more browser of this person in. In a team, people sign in there. */
export async function makeLink(
  { door, clock, installation }: Pick<Services, 'door' | 'clock' | 'installation'>,
  actor: Actor,
): Promise<MadeLink> {
  const { publicUrl, localAddress, profile } = installation;
  if (profile === 'team')
    throw new AppError('not_found', 'Sign in on the other device. A team has no links.');
  const expiresAt = new Date(clock.now().getTime() + linkLastsMs);
  const code = await door.makeCode(toPerson(actor.id));
  return {
    address: toLink(publicUrl ?? localAddress(), code),
    expiresAt: expiresAt.toISOString(),
    isPublic: publicUrl !== null,
  };
}

function toView({ id, device, createdAt, lastSeenAt }: Session, session: Asking['session']): SessionView {
  return {
    id,
    name: describeBrowser(device),
    device,
    letInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThis: id === session?.id,
  };
}
