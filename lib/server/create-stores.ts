import { createRunStore } from '../db/ledger/run-store';
import type { Database } from '../db/ports/database';
import type { DriverSource } from '../db/ports/run-store.port';
import { createApprovalStore, createCallStore } from '../db/stores/approval-store';
import { createConversationStore } from '../db/stores/conversation-store';
import { createModelCheckStore } from '../db/stores/model-check-store';
import { createSettingStore } from '../db/stores/saved-model-store';
import type { SecretBox } from '../db/stores/secret-box';
import { createPromptStore, createStartHistory } from '../db/stores/settings-stores';
import { createUnknownOutcomeStore } from '../db/stores/unknown-outcome-store';
import { createUsageStore } from '../db/stores/usage-store';

/**
 * Creates the stores of everything that the database keeps. `drivers` drive a run when a commit makes it need
 * a driver.
 */
export function createStores(database: Database, secrets: SecretBox, drivers: DriverSource) {
  return {
    runs: createRunStore(database, drivers),
    conversations: createConversationStore(database),
    approvals: createApprovalStore(database),
    unknownOutcomes: createUnknownOutcomeStore(database),
    usage: createUsageStore(database),
    calls: createCallStore(database),
    prompts: createPromptStore(database),
    settings: createSettingStore(database, secrets),
    modelChecks: createModelCheckStore(database),
    history: createStartHistory(database),
  };
}
