'use client';

import type { TokenView } from '@/lib/contracts/tokens';
import { useRevokeToken } from '../../_client/token-queries';
import { ConfirmDialog } from '../../_ui/layer/confirm-dialog';
import { RevealedName } from '../../_ui/text/revealed-name';

type Props = { token: TokenView | null; onClose: () => void };

/** Asks first, because the program with this token stops working. */
export function RevokeToken({ token, onClose }: Props) {
  const revoke = useRevokeToken();
  return (
    <ConfirmDialog
      isOpen={token !== null}
      title="Revoke this token?"
      confirm="Revoke"
      cancel="Keep it"
      action={revoke}
      onConfirm={(options) => token && revoke.mutate(token.id, options)}
      done="The token was revoked."
      onClose={onClose}
    >
      {token && (
        <>
          The server refuses every program that uses <RevealedName name={token.name} />. Runs that it started
          go on.
        </>
      )}
    </ConfirmDialog>
  );
}
