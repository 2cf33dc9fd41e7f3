import path from 'node:path';
import { describe } from 'vitest';
import { describeMoveRows } from '../contracts/move-rows.contract';
import { openDatabase } from '../open-database';
import { openStores } from '../testing/open-stores';

const open = () =>
  openStores((folder) =>
    openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') }),
  );

describe('from SQLite to SQLite', () => describeMoveRows(open, open));
