'use client';

import type { PasskeyView } from '@/lib/contracts/accounts';
import { useRemovePasskey } from '../../_client/account-queries';
import { ConfirmDialog } from '../../_ui/layer/confirm-dialog';

type Props = { passkey: PasskeyView; isOpen: boolean; onClose: () => void };

/** Asks first, because the device that keeps the passkey cannot sign in with it again. */
export function RemovePasskey({ passkey, isOpen, onClose }: Props) {
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Remove ${passkey.name}?`}
      confirm="Remove"
      cancel="Keep it"
      action={remove}
      onConfirm={(options) => remove.mutate(passkey.id, options)}
      done="The passkey was removed."
      onClose={onClose}
    >
      You cannot sign in with this passkey again. Browsers that are signed in stay so. Your device may still
      offer it until you delete it there.
    </ConfirmDialog>
  );
}
