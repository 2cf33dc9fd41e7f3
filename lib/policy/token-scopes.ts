import type { TokenScope } from '../domain/token-scope';
import type { Access } from './access';

/**
 * Lists the kinds of access that an API token has at most, whatever the role of its person. A token never
 * signs: it decides on no request, consents to no plan and settles no outcome.
 */
export const accessByScope: Readonly<Record<TokenScope, readonly Access[]>> = {
  read: ['read', 'watch'],
  start: ['read', 'watch', 'start'],
};
