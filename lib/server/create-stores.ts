import { createApprovalStore, createCallStore } from '../db/approval-store';
import { createConversationStore } from '../db/conversation-store';
import type { Database } from '../db/database';
import { createModelCheckStore } from '../db/model-check-store';
import { createRunStore } from '../db/run-store';
import type { DriverSource } from '../db/run-store.port';
import { createSettingStore } from '../db/saved-model-store';
import type { SecretBox } from '../db/secret-box';
import { createPromptStore, createStartHistory } from '../db/settings-stores';
import { createUnknownOutcomeStore } from '../db/unknown-outcome-store';
import { createUsageStore } from '../db/usage-store';

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
