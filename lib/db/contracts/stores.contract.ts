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
import { describeRuleStore } from './rule-store.contract';
import { describeRunDrivers } from './run-drivers.contract';
import { describeRunStore } from './run-store.contract';
import { describeSavedModels } from './saved-models.contract';
import { describeSeenStores } from './seen-stores.contract';
import { describeServerStore } from './server-store.contract';
import { describeSessionStore } from './session-store.contract';
import { describeSettingsStores } from './settings-stores.contract';
import { describeUsageStore } from './usage-store.contract';

/** Tests everything that the stores promise on any database. */
export function describeStores(open: OpenStores): void {
  describeDatabase(open);
  describeAccountStore(open);
  describeAccountSecrets(open);
  describeActorStore(open);
  describeRunStore(open);
  describeRunDrivers(open);
  describeSeenStores(open);
  describeApiTokenStore(open);
  describeApprovalStore(open);
  describeAuditStore(open);
  describeCallStore(open);
  describeConversationStore(open);
  describeCounter(open);
  describeRuleStore(open);
  describeServerStore(open);
  describeSessionStore(open);
  describeSettingsStores(open);
  describeSavedModels(open);
  describeUsageStore(open);
}
