import path from 'node:path';
import { describe } from 'vitest';
import { describeApprovalStore } from '../approval-store.contract';
import { describeCallStore } from '../call-store.contract';
import { describeConversationStore } from '../conversation-store.contract';
import { describeDatabase } from '../database.contract';
import { openDatabase } from '../open-database';
import { describeRunStore } from '../run-store.contract';
import { describeSavedModels } from '../saved-models.contract';
import { describeSettingsStores } from '../settings-stores.contract';
import { openStores } from '../testing/open-stores';
import { describeUsageStore } from '../usage-store.contract';

const open = () =>
  openStores((folder) =>
    openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') }),
  );

describe('on SQLite', () => {
  describeDatabase(open);
  describeRunStore(open);
  describeApprovalStore(open);
  describeCallStore(open);
  describeConversationStore(open);
  describeSettingsStores(open);
  describeSavedModels(open);
  describeUsageStore(open);
});
