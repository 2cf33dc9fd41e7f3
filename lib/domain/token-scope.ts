/** Lists what an API token may do, from the one that may least. `lib/policy/token-scopes` says what each is. */
export const tokenScopes = ['read', 'start'] as const;
export type TokenScope = (typeof tokenScopes)[number];
