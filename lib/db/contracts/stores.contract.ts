import { describe } from 'vitest';
import type { OpenStores } from '../testing/open-stores';
import { describeAccountSecrets } from './account-secrets.contract';
import { describeAccountStore } from './account-store.contract';
import { describeActorStore } from './actor-store.contract';
import { describeApiTokenStore } from './api-token-store.contract';
import { describeApprovalStore } from './approval-store.contract';
import { describeAuditStore } from './audit-store.contract';
import { describeCallStore } from './call-store.contract';
import { describeConversationStore } from './conversation-store.contract';
import { describeCounter } from './counter.contract';
import { describeDatabase } from './database.contract';
import { describeRetentionStore } from './retention-store.contract';
import { describeRuleStore } from './rule-store.contract';
import { describeRunDrivers } from './run-drivers.contract';
import { describeRunStore } from './run-store.contract';
import { describeSavedModels } from './saved-models.contract';
import { describeSeenStores } from './seen-stores.contract';
import { describeServerStore } from './server-store.contract';
import { describeSessionStore } from './session-store.contract';
import { describeSettingsStores } from './settings-stores.contract';
import { describeUsageStore } from './usage-store.contract';

const contracts = {
  database: describeDatabase,
  'account store': describeAccountStore,
  'account secrets': describeAccountSecrets,
  'actor store': describeActorStore,
  'run store': describeRunStore,
  'run drivers': describeRunDrivers,
  'seen stores': describeSeenStores,
  'api token store': describeApiTokenStore,
  'approval store': describeApprovalStore,
  'audit store': describeAuditStore,
  'call store': describeCallStore,
  'conversation store': describeConversationStore,
  counter: describeCounter,
  'retention store': describeRetentionStore,
  'rule store': describeRuleStore,
  'server store': describeServerStore,
  'session store': describeSessionStore,
  'settings stores': describeSettingsStores,
  'saved models': describeSavedModels,
  'usage store': describeUsageStore,
};

/** Tests everything that the stores promise on any database. */
export function describeStores(open: OpenStores): void {
  // What a contract does before each test is done before its own tests only.
  for (const [name, describeContract] of Object.entries(contracts))
    describe(name, () => describeContract(open));
}
