import { z } from 'zod';
import { count } from './count';

const most = (name: string, standard: number) => count(name, 1, 1_000_000_000).default(standard);

/**
 * Reads the most that one client may ask for in a minute, how many wrong secrets in 15 minutes lock its address
 * for as long, and how many event streams may be open at once. A person with many tabs and a team of 20 at one
 * address stay far below each default.
 */
export const requestLimitVariables = z.object({
  MAX_READS_PER_SESSION: most('MAX_READS_PER_SESSION', 6_000),
  MAX_READS_PER_ACCOUNT: most('MAX_READS_PER_ACCOUNT', 12_000),
  MAX_READS_PER_ADDRESS: most('MAX_READS_PER_ADDRESS', 60_000),
  MAX_CHANGES_PER_SESSION: most('MAX_CHANGES_PER_SESSION', 1_200),
  MAX_CHANGES_PER_ACCOUNT: most('MAX_CHANGES_PER_ACCOUNT', 2_400),
  MAX_CHANGES_PER_ADDRESS: most('MAX_CHANGES_PER_ADDRESS', 12_000),
  MAX_RUN_STARTS_PER_ACCOUNT: most('MAX_RUN_STARTS_PER_ACCOUNT', 300),
  MAX_STRANGER_REQUESTS_PER_ADDRESS: most('MAX_STRANGER_REQUESTS_PER_ADDRESS', 3_000),
  MAX_TRIES_PER_ADDRESS: most('MAX_TRIES_PER_ADDRESS', 100),
  MAX_WRONG_SECRETS_PER_ADDRESS: most('MAX_WRONG_SECRETS_PER_ADDRESS', 100),
  MAX_STREAMS_PER_SESSION: most('MAX_STREAMS_PER_SESSION', 50),
  MAX_STREAMS_PER_ACCOUNT: most('MAX_STREAMS_PER_ACCOUNT', 200),
  MAX_STREAMS: most('MAX_STREAMS', 3_000),
});

export type RequestLimits = z.output<typeof requestLimitVariables>;
