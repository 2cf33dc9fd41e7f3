import { damage } from './damage';
import './without-eval';
import * as z from 'zod/mini';

/** Lists every kind of change that the audit log records. The browser gives each one its words. */
export const auditKinds = [
  'model_added',
  'model_changed',
  'model_removed',
  'default_model_chosen',
  'prompt_changed',
  'signing_changed',
  'retention_changed',
  'glass_broken',
  'owner_token_changed',
  'browser_signed_out',
  'token_created',
  'token_revoked',
  'owner_created',
  'person_invited',
  'invitation_withdrawn',
  'person_joined',
  'person_renamed',
  'person_role_changed',
  'person_signed_out',
  'person_removed',
  'reset_link_made',
  'password_changed',
  'password_reset',
  'provider_linked',
  'passkey_added',
  'passkey_removed',
  'conversation_renamed',
  'conversation_deleted',
  'conversation_restored',
  'conversation_made_private',
  'conversation_opened',
  'conversations_expired',
  'samples_reset',
  'samples_reset_undone',
] as const;
export const auditKind = z.enum(auditKinds);
export type AuditKind = z.infer<typeof auditKind>;

export const auditEntryView = z.object({
  id: z.string(),
  /** This is an ISO 8601 time. */
  at: z.string(),
  /** Names who made the change, as they are called now. */
  by: z.object({ id: z.string(), name: z.string() }),
  kind: auditKind,
  /** Names the changed thing as it was called then. */
  subject: z.string(),
  /** These say what changed, in words. Null means that the kind says it all. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type AuditEntryView = z.infer<typeof auditEntryView>;

/**
 * `GET /api/audit?by=…&kind=…&cursor=…` returns this, newest first, 50 a page. `by` is an actor's id, and
 * `kind` one of `auditKinds`. An empty one selects everything.
 */
export const auditList = z.object({
  entries: z.array(auditEntryView),
  /** Lists the entries of this page that cannot be read. */
  damaged: z.array(damage),
  /** Lists everyone who may be asked for with `by`. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  nextCursor: z.nullable(z.string()),
});
export type AuditList = z.infer<typeof auditList>;
