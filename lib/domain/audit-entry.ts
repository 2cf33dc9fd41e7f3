import type { ActorId, AuditEntryId } from '../shared/ids';

/** Lists every change outside of runs that the audit log records. Rows hold these names: never change one. */
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
export type AuditKind = (typeof auditKinds)[number];

/** Says who changed what. `before` and `after` are words for a person and hold no secret. */
export type AuditEntry = {
  id: AuditEntryId;
  at: Date;
  by: ActorId;
  kind: AuditKind;
  /** The changed thing's id. It may be gone. */
  objectId: string | null;
  /** Names the thing as it was called then. Null hides someone else's private conversation from a reader. */
  subject: string | null;
  before: string | null;
  after: string | null;
};

/** A change that its actor and its time turn into an entry. */
export type AuditedChange = Pick<AuditEntry, 'kind' | 'objectId'> &
  Partial<Pick<AuditEntry, 'before' | 'after'>> & {
    subject: string;
    /** The thing belongs to a private conversation. The default is no. */
    isPrivate?: boolean;
    /** The thing belongs to this workspace. The default is none. */
    workspaceId?: string | null;
  };
