import { createApiToken } from '../auth/api-token';
import { hashCredential } from '../auth/secret-text';
import { type MadeToken, type TokenBody, type TokenList, tokenLimits } from '../contracts/tokens';
import { type Actor, toPerson } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { createId, isId } from '../shared/ids';
import type { Services } from './services';

/** Lists the API tokens of this person, the newest first. */
export async function listTokens(
  { apiTokens }: Pick<Services, 'apiTokens'>,
  actor: Actor,
): Promise<TokenList> {
  const tokens = await apiTokens.list(toPerson(actor.id));
  return {
    tokens: tokens.map(({ id, name, scope, createdAt, expiresAt, lastUsedAt }) => ({
      id,
      name,
      scope,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isExpired: expiresAt.getTime() <= Date.now(),
    })),
  };
}

/** Makes an API token of this person. The answer holds the token, which nothing else keeps. */
export async function createToken(
  { apiTokens, installation }: Pick<Services, 'apiTokens' | 'installation'>,
  actor: Actor,
  { name, scope, expiresAt }: TokenBody,
): Promise<MadeToken> {
  const token = createApiToken();
  const row = {
    id: createId('tok'),
    actorId: toPerson(actor.id),
    name,
    scope,
    tokenHash: hashCredential(installation.profile, token),
    createdAt: new Date(),
    expiresAt: new Date(expiresAt),
    lastUsedAt: null,
  };
  if (!(await apiTokens.add(row, tokenLimits.tokens, actor)))
    throw new AppError('forbidden', `You have ${tokenLimits.tokens} tokens. Revoke one, then make another.`);
  return { token, ...(await listTokens({ apiTokens }, actor)) };
}

/** Revokes an API token of this person. Throws `not_found` for the id of someone else's, too. */
export async function revokeToken(
  { apiTokens, door }: Pick<Services, 'apiTokens' | 'door'>,
  actor: Actor,
  { id }: { id: string },
): Promise<TokenList> {
  const isRevoked = isId('tok', id) && (await door.revokeToken(toPerson(actor.id), id, actor));
  if (!isRevoked) throw new AppError('not_found', 'This token was already revoked or never existed.');
  return listTokens({ apiTokens }, actor);
}
