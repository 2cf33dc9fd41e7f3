import { loadConfig } from '../../config/config';
import { createCounter } from '../../db/counts/create-counter';
import type { EntryOptions } from '../entry/create-entry';
import { createLimits } from '../entry/limits';

/** Builds the options of an entry that lets everyone in, with the limits that an installation has. */
export function entryOptions(
  changes: Pick<EntryOptions, 'handler' | 'port' | 'routes'> & Partial<EntryOptions>,
  variables: Record<string, string> = {},
): EntryOptions {
  const { publicUrl, trustedProxy, requestLimits } = loadConfig(variables);
  return {
    isDevelopment: false,
    isEnding: () => false,
    publicUrl,
    trustedProxy,
    limits: createLimits(requestLimits, createCounter()),
    askDoor: async () => ({ type: 'let_in', accountId: 'one', sessionId: 'one' }),
    ...changes,
  };
}
