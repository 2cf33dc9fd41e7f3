import { createSecret, hashSecret } from '../../auth/secret-text';
import type { AccountStore, NewPerson } from '../../db/ports/account-store.port';
import { localActor } from '../../domain/actor';

export type AddedPerson = Pick<NewPerson, 'actorId' | 'name' | 'role' | 'email'> & Partial<NewPerson>;

/** Makes the first owner, an admin, and lets these people join by invitations. */
export async function addPeople(accounts: AccountStore, people: readonly AddedPerson[]): Promise<void> {
  const owner = { name: 'Owner', email: 'owner@example.com', passwordHash: null, providerId: null };
  await accounts.addOwner(owner);
  for (const { actorId, name, role, email, passwordHash = null, providerId = null } of people) {
    const code = createSecret();
    await inviteTo(accounts, { email, role }, code);
    const joined = await accounts.join(
      hashSecret(code),
      { actorId, name, passwordHash, providerId },
      new Date(),
    );
    if ('problem' in joined) throw new Error(`${name} could not join: ${joined.problem}`);
  }
}

/** Adds an invitation with this code, which works for a week. */
export async function inviteTo(
  accounts: AccountStore,
  data: { email: string; role: string },
  code: string,
): Promise<void> {
  const expiresAt = new Date(Date.now() + 7 * 24 * 60 * 60 * 1_000);
  await accounts.addCode({ codeHash: hashSecret(code), kind: 'invitation', data, expiresAt }, localActor);
}
