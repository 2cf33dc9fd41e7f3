import type { AccountStore } from '../ports/account-store.port';
import type { Database } from '../ports/database';
import { createAccountChanges } from './account-changes';
import { createAccountCodes } from './account-codes';
import { createAccountPasskeys } from './account-passkeys';
import { createAccountPeople } from './account-people';
import { createAccountTries } from './account-tries';
import type { ChangePeople } from './actor-store';

/** `changePeople` makes the store of actors forget the names and roles that it has read. */
export function createAccountStore(database: Database, changePeople: ChangePeople): AccountStore {
  return {
    ...createAccountPeople(database, changePeople),
    ...createAccountChanges(database, changePeople),
    ...createAccountCodes(database),
    ...createAccountPasskeys(database),
    ...createAccountTries(database),
  };
}
