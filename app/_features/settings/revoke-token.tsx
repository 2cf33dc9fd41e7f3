'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { TokenView } from '@/lib/contracts/tokens';
import { useRevokeToken } from '../../_client/token-queries';
import { useLayer } from '../../_ui/layer/use-layer';
import { announce } from '../../_ui/state/announcer';
import { RevealedName } from '../../_ui/text/revealed-name';

type Props = { token: TokenView | null; onClose: () => void };

/** Asks first, because the program with this token stops working. */
export function RevokeToken({ token, onClose }: Props) {
  const layer = useLayer(token !== null, onClose);
  return (
    <Modal {...layer} opened={token !== null} onClose={onClose} title="Revoke this token?" centered>
      {token && <Question token={token} onClose={onClose} />}
    </Modal>
  );
}

function Question({ token, onClose }: { token: TokenView; onClose: () => void }) {
  const revoke = useRevokeToken();
  const revokeNow = () =>
    revoke.mutate(token.id, {
      onSuccess: () => {
        announce('The token was revoked.');
        onClose();
      },
    });
  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        The server refuses every program that uses <RevealedName name={token.name} />. Runs that it started go
        on.
      </Text>
      {revoke.error && (
        <Text size="sm" c="red" role="alert">
          {revoke.error.message}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={revokeNow}>
          Revoke
        </Button>
      </Group>
    </Stack>
  );
}
