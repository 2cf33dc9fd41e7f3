import path from 'node:path';
import { describe } from 'vitest';
import { describeStores } from '../contracts/stores.contract';
import { openDatabase } from '../open-database';
import { openStores } from '../testing/open-stores';

describe('on SQLite', () => {
  describeStores(() =>
    openStores((folder) =>
      openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') }),
    ),
  );
});
