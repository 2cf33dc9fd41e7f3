import { roleName } from '@/lib/contracts/accounts';
import type { AuditKind } from '@/lib/contracts/audit';
import { roleWords } from '../../_ui/text/role-words';

/** `label` names the kind in the filter. `sentence` comes after the person's name, and `subject` after it. */
export const auditWords: Readonly<Record<AuditKind, { label: string; sentence: string }>> = {
  model_added: { label: 'Model added', sentence: 'added the model' },
  model_changed: { label: 'Model changed', sentence: 'changed the model' },
  model_removed: { label: 'Model removed', sentence: 'removed the model' },
  default_model_chosen: { label: 'Default model chosen', sentence: 'made this the default model:' },
  prompt_changed: { label: 'Prompt changed', sentence: 'changed the prompt' },
  signing_changed: { label: 'Signing changed', sentence: 'changed who signs' },
  retention_changed: {
    label: 'Keeping conversations changed',
    sentence: 'changed how long conversations are kept',
  },
  glass_broken: { label: 'Glass broken', sentence: 'approved alone, breaking glass:' },
  owner_token_changed: { label: 'Owner’s token changed', sentence: 'changed the owner’s token' },
  browser_signed_out: { label: 'Browser signed out', sentence: 'signed out the browser' },
  token_created: { label: 'API token made', sentence: 'made the API token' },
  token_revoked: { label: 'API token revoked', sentence: 'revoked the API token' },
  owner_created: { label: 'First owner made', sentence: 'became the first owner:' },
  person_invited: { label: 'Person invited', sentence: 'invited' },
  invitation_withdrawn: { label: 'Invitation withdrawn', sentence: 'withdrew the invitation of' },
  person_joined: { label: 'Person joined', sentence: 'joined with the address' },
  person_renamed: { label: 'Person renamed', sentence: 'changed their own name' },
  person_role_changed: { label: 'Role changed', sentence: 'changed the role of' },
  person_signed_out: { label: 'Person signed out', sentence: 'signed out every browser of' },
  person_removed: { label: 'Person removed', sentence: 'removed' },
  reset_link_made: { label: 'Reset link made', sentence: 'made a link for a new password of' },
  password_changed: { label: 'Password changed', sentence: 'changed their own password' },
  password_reset: { label: 'Password reset', sentence: 'set a new password with a link' },
  provider_linked: { label: 'Provider linked', sentence: 'linked their account with' },
  passkey_added: { label: 'Passkey added', sentence: 'added the passkey' },
  passkey_removed: { label: 'Passkey removed', sentence: 'removed the passkey' },
  conversation_renamed: { label: 'Conversation renamed', sentence: 'renamed a conversation' },
  conversation_deleted: { label: 'Conversation deleted', sentence: 'deleted the conversation' },
  conversation_restored: { label: 'Conversation restored', sentence: 'restored the conversation' },
  conversation_made_private: {
    label: 'Conversation made private',
    sentence: 'made the conversation private:',
  },
  conversation_opened: { label: 'Conversation opened', sentence: 'opened the conversation to the team:' },
  conversations_expired: {
    label: 'Conversations expired',
    sentence: 'removed, because their time was over,',
  },
  samples_reset: { label: 'Sample files reset', sentence: 'reset the sample files' },
  samples_reset_undone: { label: 'Reset undone', sentence: 'undid the reset of the sample files' },
};

/** The entries of these kinds keep the role of a person. */
const keepsRole: ReadonlySet<AuditKind> = new Set([
  'owner_created',
  'person_invited',
  'invitation_withdrawn',
  'person_joined',
  'person_role_changed',
]);

/** Says what an entry keeps as `before` or `after`. A role has the label that people know. */
export function describeAuditValue(kind: AuditKind, stored: string): { text: string; isRole: boolean } {
  const role = keepsRole.has(kind) ? roleName.safeParse(stored) : null;
  return role?.success ? { text: roleWords[role.data].label, isRole: true } : { text: stored, isRole: false };
}
