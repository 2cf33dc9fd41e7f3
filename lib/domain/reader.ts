import type { ActorId } from '../shared/ids';
import type { RoleName } from './role';
import type { Risk } from './verdict';
import type { OpenWorkspaces } from './workspace';

/** Says for whom rows are read. `lib/policy/to-reader` makes it from an actor. */
export type Reader = {
  /** The person goes by these ids: the owner's script is the owner. */
  ids: readonly ActorId[];
  /** Null signs nothing. */
  signs: SignReach | null;
  /** The reader is shown the requests of others' private conversations that they may sign. A program is not. */
  seesForeignRequests: boolean;
  /** Null reads every workspace. That is so where nobody has an account. */
  workspaces: OpenWorkspaces | null;
};

/** Says what a person may sign, in the facts that a list of requests can be selected by. */
export type SignReach = {
  /** "own" reaches the runs that the person started. */
  reach: 'own' | 'any';
  risks: readonly Risk[];
  /** A workflow's file may ask for the signature of one of these roles. */
  roles: readonly RoleName[];
};

/** These facts of a request say who may sign it. */
export type SignedRequest = {
  startedBy: ActorId;
  risk: Risk;
  signerRole: RoleName | null;
  barredSignerId: ActorId | null;
};

/** Tells whether this reader may sign the request. */
export function isSignable(
  { ids, signs }: Reader,
  { startedBy, risk, signerRole, barredSignerId }: SignedRequest,
): boolean {
  if (signs === null || !signs.risks.includes(risk)) return false;
  if (signs.reach === 'own' && !ids.includes(startedBy)) return false;
  if (signerRole !== null && !signs.roles.includes(signerRole)) return false;
  return barredSignerId === null || !ids.includes(barredSignerId);
}
