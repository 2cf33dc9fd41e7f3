import './without-eval';
import * as z from 'zod/mini';
import { areLikeNames, toLikeNames } from '../shared/like-names';
import { type RoleName, roleNames } from '../shared/role-names';
import { isLine } from './texts';

export const accountLimits = { name: 60, email: 254, passwordFrom: 12, passwordTo: 200, passkeys: 20 };

export const roleName = z.enum(roleNames);
export type { RoleName };

/** Accepts ASCII only: no two addresses that look alike are different ones. */
const emailShape =
  /^[!#$%&'*+/=?^_`{|}~.\w-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i;
export const email = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(accountLimits.email),
  z.refine((text) => emailShape.test(text), {
    params: { reason: 'must be an address such as ada@example.com, in plain letters.' },
  }),
);
const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(accountLimits.name), isLine());
/** The product calls these by their names, so a person with such a name would be taken for one of them. */
const reservedNames = ['You', 'Countersign', 'Someone', 'Somebody', 'Owner’s token'];
const isReserved = (name: string): boolean =>
  reservedNames.some((reserved) => areLikeNames(reserved, name)) ||
  toLikeNames(name).some((form) => /^you ?,/.test(form));
const namesNobodyElse = (isFree: (name: string) => boolean) =>
  z.refine<string>(isFree, { params: { reason: 'must tell you from others. Choose another one.' } });
export const personName = line.check(namesNobodyElse((name) => !isReserved(name)));
/** The first owner takes the place of the local profile's person, who is called "You" and may stay so. */
const firstOwnerName = line.check(namesNobodyElse((name) => name === 'You' || !isReserved(name)));
/** A new password. A shorter one that exists still signs in. */
export const newPassword = z
  .string()
  .check(z.minLength(accountLimits.passwordFrom), z.maxLength(accountLimits.passwordTo));
const anyPassword = z.string().check(z.minLength(1), z.maxLength(accountLimits.passwordTo));
/** A code from a link or a file: 43 characters of base64url. Any other text is an unknown code, not an error. */
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** `GET /api/door` tells strangers this. */
export const doorView = z.object({
  /** Without an owner, the first one is made. */
  stage: z.enum(['setup', 'sign_in']),
  /** Names the OpenID provider, or is null without one. */
  provider: z.nullable(z.string()),
  /** Tells whether passkeys work at this address. */
  hasPasskeys: z.boolean(),
});
export type DoorView = z.infer<typeof doorView>;

/** Every `POST` below `/api/door` that lets somebody in returns this, with the cookie. */
export const signedIn = z.object({ key: z.string() });
export type SignedIn = z.infer<typeof signedIn>;

export const setupBody = z.strictObject({ secret: code, name: firstOwnerName, email, password: newPassword });
export type SetupBody = z.infer<typeof setupBody>;

/** Takes any text as the address, because the answer to a wrong one says nothing about addresses. */
export const signInBody = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(accountLimits.email)),
  password: anyPassword,
});
export type SignInBody = z.infer<typeof signInBody>;

/** `POST /api/door/invitation` and `/reset` look a code up without using it. */
export const codeBody = z.strictObject({ code });
export type CodeBody = z.infer<typeof codeBody>;
export const invitedView = z.object({ email: z.string(), role: roleName });
export type InvitedView = z.infer<typeof invitedView>;
export const resetView = z.object({ email: z.string(), name: z.string() });
export type ResetView = z.infer<typeof resetView>;

export const acceptBody = z.strictObject({ code, name: personName, password: newPassword });
export type AcceptBody = z.infer<typeof acceptBody>;
export const resetBody = z.strictObject({ code, password: newPassword });
export type ResetBody = z.infer<typeof resetBody>;

/** The browser hands `options` to its passkey functions and sends their answer back with `code`. */
export const passkeyQuestion = z.object({ code: z.string(), options: z.record(z.string(), z.unknown()) });
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;
const passkeyResponse = z.record(z.string(), z.unknown());
/** `POST /api/door/passkey` takes this. */
export const passkeyBody = z.strictObject({ code, response: passkeyResponse });
export type PasskeyBody = z.infer<typeof passkeyBody>;

/** `POST /api/account/passkeys` takes this. */
export const newPasskeyBody = z.strictObject({ code, response: passkeyResponse, name: line });
export type NewPasskeyBody = z.infer<typeof newPasskeyBody>;
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  /** These are ISO 8601 times. Null means never. */
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type PasskeyView = z.infer<typeof passkeyView>;

/** `GET /api/account` and every change of it return this. */
export const accountView = z.object({
  name: z.string(),
  email: z.string(),
  role: roleName,
  hasPassword: z.boolean(),
  /** Names the OpenID provider, and tells whether this account signs in with it. Null without a provider. */
  provider: z.nullable(z.object({ name: z.string(), isLinked: z.boolean() })),
  passkeys: z.array(passkeyView),
  /** Says why passkeys do not work at this address, and what to do. Null means that they do. */
  whyNoPasskeys: z.nullable(z.string()),
});
export type AccountView = z.infer<typeof accountView>;

/** `PATCH /api/account` takes this. */
export const nameBody = z.strictObject({ name: personName });
/** `PUT /api/account/password` takes this. `current` is required where there is a password. */
export const passwordBody = z.strictObject({ current: z.optional(anyPassword), password: newPassword });
export type PasswordBody = z.infer<typeof passwordBody>;

export const personView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleName,
  /** These are ISO 8601 times. The second one is at most an hour late. Null means that no browser is signed in. */
  joinedAt: z.string(),
  lastSeenAt: z.nullable(z.string()),
  isYou: z.boolean(),
});
export type PersonView = z.infer<typeof personView>;
export const invitationView = z.object({
  id: z.string(),
  email: z.string(),
  role: roleName,
  invitedBy: z.string(),
  /** These are ISO 8601 times. */
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type InvitationView = z.infer<typeof invitationView>;

/** `GET /api/people` and every change of it return this: people by name, open invitations from the newest. */
export const peopleView = z.object({ people: z.array(personView), invitations: z.array(invitationView) });
export type PeopleView = z.infer<typeof peopleView>;
/** `POST /api/people/invitations` takes this. */
export const inviteBody = z.strictObject({ email, role: roleName });
export type InviteBody = z.infer<typeof inviteBody>;
/** `PATCH /api/people/:id` takes this. */
export const roleBody = z.strictObject({ role: roleName });

/**
 * `POST /api/people/invitations` and `POST /api/people/:id/reset` return this, once. Nobody can read the address
 * again.
 */
export const personLink = z.extend(peopleView, {
  address: z.string(),
  /** This is an ISO 8601 time. */
  expiresAt: z.string(),
});
export type PersonLink = z.infer<typeof personLink>;
