import path from 'node:path';
import { describe } from 'vitest';
import { describeAccountSecrets } from '../contracts/account-secrets.contract';
import { describeAccountStore } from '../contracts/account-store.contract';
import { describeActorStore } from '../contracts/actor-store.contract';
import { describeApiTokenStore } from '../contracts/api-token-store.contract';
import { describeApprovalStore } from '../contracts/approval-store.contract';
import { describeAuditStore } from '../contracts/audit-store.contract';
import { describeCallStore } from '../contracts/call-store.contract';
import { describeConversationStore } from '../contracts/conversation-store.contract';
import { describeDatabase } from '../contracts/database.contract';
import { describeRuleStore } from '../contracts/rule-store.contract';
import { describeRunDrivers } from '../contracts/run-drivers.contract';
import { describeRunStore } from '../contracts/run-store.contract';
import { describeSavedModels } from '../contracts/saved-models.contract';
import { describeSeenStores } from '../contracts/seen-stores.contract';
import { describeSessionStore } from '../contracts/session-store.contract';
import { describeSettingsStores } from '../contracts/settings-stores.contract';
import { describeUsageStore } from '../contracts/usage-store.contract';
import { openDatabase } from '../open-database';
import { openStores } from '../testing/open-stores';

const open = () =>
  openStores((folder) =>
    openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') }),
  );

describe('on SQLite', () => {
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
  describeRuleStore(open);
  describeSessionStore(open);
  describeSettingsStores(open);
  describeSavedModels(open);
  describeUsageStore(open);
});
