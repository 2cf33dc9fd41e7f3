import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localActor } from '../../domain/actor';
import { defaultSigning } from '../../domain/signing';
import type { Database } from '../ports/database';
import { createStores } from '../stores/create-stores';
import { openSecretBox } from '../stores/secret-box';

/** All stores share one database, which was empty when it was opened. */
export type Stores = ReturnType<typeof createStores> & {
  database: Database;
  /** Removes every row. */
  clear(): Promise<void>;
  /** Closes these stores and opens the same data again, as after a restart. */
  reopen(): Promise<Stores>;
  close(): Promise<void>;
};

/** Opens an empty database of the kind that the contract tests. */
export type OpenStores = () => Promise<Stores>;

/** Opens every store. `openDatabase` opens the database in `folder`, which is missing at first. */
export async function openStores(openDatabase: (folder: string) => Promise<Database>): Promise<Stores> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-stores-'));
  const open = async (): Promise<Stores> => {
    const database = await openDatabase(folder);
    const stores = createStores(database, await openSecretBox(folder));
    return {
      ...stores,
      database,
      async clear() {
        await database.write(async (transaction) => {
          await transaction.actor.deleteMany();
          await transaction.conversation.deleteMany();
          await transaction.server.deleteMany();
          await transaction.session.deleteMany();
          await transaction.signInLink.deleteMany();
          await transaction.apiToken.deleteMany();
          await transaction.account.deleteMany();
          await transaction.passkey.deleteMany();
          await transaction.oneTimeCode.deleteMany();
          await transaction.signInTry.deleteMany();
          await transaction.usage.deleteMany();
          await transaction.rule.deleteMany();
          await transaction.systemPrompt.deleteMany();
          await transaction.workflowRevision.deleteMany();
          await transaction.setting.deleteMany({ where: { key: 'retention' } });
        });
        // These stores keep what they read, so they must make these changes themselves.
        for (const { id } of (await stores.settings.readModels()).models)
          await stores.settings.removeModel(id, localActor);
        await stores.settings.chooseModel(null, localActor);
        await stores.prompts.addVersion('none', '', localActor);
        if ((await stores.rules.signing()).highRisk !== defaultSigning.highRisk)
          await stores.rules.changeSigning(defaultSigning, localActor);
        await stores.actors.seed(localActor);
        await database.write((transaction) => transaction.auditEntry.deleteMany());
      },
      async reopen() {
        await database.close();
        return open();
      },
      async close() {
        await database.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  };
  return open();
}
