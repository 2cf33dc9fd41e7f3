import type { AuditKind } from '@/lib/contracts/audit';

/** `label` names the kind in the filter. `sentence` comes after the person's name, and `subject` after it. */
export const auditWords: Readonly<Record<AuditKind, { label: string; sentence: string }>> = {
  model_added: { label: 'Model added', sentence: 'added the model' },
  model_changed: { label: 'Model changed', sentence: 'changed the model' },
  model_removed: { label: 'Model removed', sentence: 'removed the model' },
  default_model_chosen: { label: 'Default model chosen', sentence: 'made this the default model:' },
  prompt_changed: { label: 'Prompt changed', sentence: 'changed the prompt' },
  signing_changed: { label: 'Signing changed', sentence: 'changed who signs' },
  glass_broken: { label: 'Glass broken', sentence: 'approved alone, breaking glass:' },
  owner_token_changed: { label: 'Owner’s token changed', sentence: 'changed the owner’s token' },
  browser_signed_out: { label: 'Browser signed out', sentence: 'signed out the browser' },
  token_created: { label: 'API token made', sentence: 'made the API token' },
  token_revoked: { label: 'API token revoked', sentence: 'revoked the API token' },
  conversation_renamed: { label: 'Conversation renamed', sentence: 'renamed a conversation' },
  conversation_deleted: { label: 'Conversation deleted', sentence: 'deleted the conversation' },
  conversation_restored: { label: 'Conversation restored', sentence: 'restored the conversation' },
  samples_reset: { label: 'Sample files reset', sentence: 'reset the sample files' },
  samples_reset_undone: { label: 'Reset undone', sentence: 'undid the reset of the sample files' },
};
