import { createRunStore } from '../ledger/run-store';
import type { Database } from '../ports/database';
import { createAccountStore } from './account-store';
import { createActorStore } from './actor-store';
import { createApiTokenStore } from './api-token-store';
import { createApprovalStore, createCallStore } from './approval-store';
import { createAuditStore } from './audit-store';
import { createConversationStore } from './conversation-store';
import { createModelCheckStore } from './model-check-store';
import { createRetentionStore } from './retention-store';
import { createRuleStore } from './rule-store';
import { createSettingStore } from './saved-model-store';
import type { SecretBox } from './secret-box';
import { createServerStore } from './server-store';
import { createSessionStore } from './session-store';
import { createPromptStore, createStartHistory } from './settings-stores';
import { createUnknownOutcomeStore } from './unknown-outcome-store';
import { createUsageStore } from './usage-store';
import { createWorkspaceMarkerStore } from './workspace-marker-store';

/** Creates the stores of everything that the database keeps. */
export function createStores(database: Database, secrets: SecretBox) {
  const { changePeople, ...actors } = createActorStore(database);
  return {
    accounts: createAccountStore(database, changePeople),
    actors,
    runs: createRunStore(database),
    conversations: createConversationStore(database),
    apiTokens: createApiTokenStore(database),
    approvals: createApprovalStore(database),
    unknownOutcomes: createUnknownOutcomeStore(database),
    audit: createAuditStore(database),
    usage: createUsageStore(database),
    calls: createCallStore(database),
    prompts: createPromptStore(database),
    retention: createRetentionStore(database),
    rules: createRuleStore(database),
    settings: createSettingStore(database, secrets),
    modelChecks: createModelCheckStore(database),
    history: createStartHistory(database),
    servers: createServerStore(database),
    sessions: createSessionStore(database),
    workspaceMarkers: createWorkspaceMarkerStore(database),
  };
}
