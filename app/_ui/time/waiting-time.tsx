import { formatWaiting } from './format-time';
import { useSecond } from './use-second';

/** Shows how long something has been waiting: "20 s", "3 min". */
export function WaitingTime({ since }: { since: string }) {
  return formatWaiting(since, useSecond());
}
