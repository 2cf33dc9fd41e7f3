import { type Actor, isSamePerson } from '../domain/actor';
import { isAtLeast } from '../domain/role';
import type { Signers } from '../domain/signers';
import { type NarrowedSigners, type Risk, risks, type Verdict } from '../domain/verdict';
import { AppError } from '../shared/app-error';
import type { ActorId } from '../shared/ids';
import { type Access, type Action, accessByAction, accessKinds } from './access';
import { builtInRoles, type Reach, type Roles } from './roles';
import { accessByScope } from './token-scopes';

/** Says who started a thing. */
type Owned = { ownerId: ActorId };

/**
 * The request's path names this thing. `find` reads who owns it, and returns null if nobody does, or if there is
 * no such thing. Only a role that reaches its own things asks for it.
 */
export type ActionObject = { id: string; find(): Promise<Owned | null> };

/**
 * Tells whether this actor may do this. The frames ask before every use case, also before reads. A null object
 * means a list, or a thing that does not exist yet. Throws only what `find` throws.
 */
export type Authorize = (actor: Actor, action: Action, object: ActionObject | null) => Promise<boolean>;

/** Says to an actor who may not do this why not. It blames a token's scope only if another scope would do. */
export async function describeDenial(
  authorize: Authorize,
  { scope, ...person }: Actor,
  action: Action,
  object: ActionObject | null,
): Promise<string> {
  if (scope === undefined) return 'You don’t have permission to do this.';
  return (await authorize(person, action, object))
    ? `This API token may not do this: its scope is “${scope}”.`
    : 'This API token may not do this: the person whom it acts for doesn’t have permission.';
}

/** Denies an actor with an unknown role, and an unknown action. */
export function createAuthorize(roles: Roles = builtInRoles): Authorize {
  return async (actor, action, object) => {
    if (!Object.hasOwn(accessByAction, action)) return false;
    const reach = findReach(actor, accessByAction[action], roles);
    if (reach !== 'own') return reach === 'any';
    const found = object && (await object.find());
    return found === null || isSamePerson(found.ownerId, actor.id);
  };
}

/** Says what a signature is for: who started the run, the risk of its call, and whom the workflow's file asks. */
type SignatureAsked = {
  ownerId: ActorId;
  risk: Risk;
  signers?: Pick<Signers, 'role' | 'notRequester'> | null | undefined;
};

/** Says the same of a call that has a verdict. */
export type SignedThing = SignatureAsked & {
  /** This many people must sign. The default is 1. */
  signatures?: number;
  signers?: NarrowedSigners | undefined;
};

/**
 * Returns why this actor may not sign, in a sentence for that person, or null. Every signature asks it: a
 * decision on a request, the consent to the plan of a direct workflow, whose risk is that of its riskiest
 * step, and the answer to an unknown outcome. A refusal is a signature, too.
 */
export function whyNotSign(actor: Actor, { ownerId, risk, signers }: SignatureAsked): string | null {
  if (actor.scope !== undefined) return 'An API token signs nothing. Open Countersign in a browser to sign.';
  const reach = findReach(actor, 'sign');
  if (reach === null) return 'Your role signs nothing. Ask an approver.';
  if (reach === 'own' && !isSamePerson(ownerId, actor.id))
    return 'Your role signs only in runs that you started. Ask an approver.';
  const highest = findHighestRisk(actor.role);
  if (highest !== null && risks.indexOf(risk) > risks.indexOf(highest))
    return `The risk is ${risk}, and your role signs only up to ${highest} risk. Ask an approver.`;
  if (signers?.role && !isAtLeast(actor.role, signers.role))
    return `This workflow asks for the signature of an ${signers.role}.`;
  if (signers?.notRequester && isSamePerson(ownerId, actor.id))
    return 'You started this run, so someone else must sign this.';
  return null;
}

/** Says what a signature on a call with this verdict is for. */
export function toSignedThing(ownerId: ActorId, verdict: Verdict): SignedThing {
  const { risk } = verdict;
  if (verdict.decision !== 'ask') return { ownerId, risk };
  return { ownerId, risk, signatures: verdict.signatures, signers: verdict.signers };
}

/**
 * Tells whether this actor may approve alone, with a reason, what a workflow's file or the settings leave to
 * others. Only a person who administers may, only where that adds something, and never against the roles.
 */
export function mayBreakGlass(actor: Actor, thing: SignedThing): boolean {
  if (!thing.signers || findReach(actor, 'administer') !== 'any') return false;
  if (whyNotSign(actor, { ...thing, signers: undefined }) !== null) return false;
  return whyNotSign(actor, thing) !== null || (thing.signatures ?? 1) > thing.signers.byRules;
}

/**
 * Returns why this actor can answer nothing about an outcome that nobody knows, in a sentence for that person,
 * or null. A workflow's file does not count, because ending the run asks for no other person.
 */
export const whyNotSettle = (actor: Actor, thing: SignedThing): string | null =>
  whyNotSign(actor, { ...thing, signers: undefined });

/** Throws `forbidden` with the reason when this actor may not sign. */
export function requireMaySign(actor: Actor, thing: SignatureAsked): void {
  const reason = whyNotSign(actor, thing);
  if (reason !== null) throw new AppError('forbidden', reason);
}

/** Returns how far a kind of access reaches for this actor, or null when they do not have it. */
export function findReach({ role, scope }: Actor, access: Access, roles: Roles = builtInRoles): Reach | null {
  const inScope =
    scope === undefined || (Object.hasOwn(accessByScope, scope) && accessByScope[scope].includes(access));
  if (!inScope) return null;
  return (Object.hasOwn(roles, role) && roles[role]?.[access]) || null;
}

/** Says how far each kind of access reaches for this actor. Null means that they do not have it. */
export function findReaches(actor: Actor): Record<Access, Reach | null> {
  const reaches = accessKinds.map((access) => [access, findReach(actor, access)] as const);
  return Object.fromEntries(reaches) as Record<Access, Reach | null>;
}

/** Returns the highest risk that this role signs, or null when it signs calls of any risk. */
export function findHighestRisk(role: string): Risk | null {
  const roles: Roles = builtInRoles;
  return (Object.hasOwn(roles, role) && roles[role]?.signsUpTo) || null;
}

/** Returns why this actor may not stop a run that `ownerId` started, in a sentence for that person, or null. */
export function whyNotStop(actor: Actor, ownerId: ActorId): string | null {
  const reach = findReach(actor, 'stop');
  if (reach === 'any' || (reach === 'own' && isSamePerson(ownerId, actor.id))) return null;
  return 'Someone else’s run is active here, and your role stops only your own.';
}
