'use client';

import { useIsSending } from '../_client/use-is-sending';
import { WorkBar } from '../_ui/state/work-bar';
import { useIsNavigationPending } from './use-pending-navigation';

/** Shows that a page opens, or that the server has not answered yet to what the person did. */
export function WorkSign() {
  const isOpening = useIsNavigationPending();
  const isSending = useIsSending();
  return isOpening || isSending ? <WorkBar /> : null;
}
