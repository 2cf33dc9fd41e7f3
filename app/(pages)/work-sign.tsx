'use client';

import { useIsSending } from '../_client/use-is-sending';
import { WorkBar } from '../_ui/state/work-bar';
import { useIsNavigationPending } from './use-pending-navigation';

/** Shows a sign of work while a page opens or while the server has not answered the person's action. */
export function WorkSign() {
  const isOpening = useIsNavigationPending();
  const isSending = useIsSending();
  return isOpening || isSending ? <WorkBar /> : null;
}
