import { createSecret } from './secret-text';

/** A token begins with this, so that a person and a scanner for secrets recognize it. */
const prefix = 'cs_';

export const createApiToken = (): string => prefix + createSecret();

export const isApiToken = (token: string): boolean => token.startsWith(prefix);
