'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { SessionView } from '@/lib/contracts/sessions';
import { countOf } from '@/lib/shared/quantities';
import { useSignOut } from '../../_client/session-queries';
import { useLayer } from '../../_ui/layer/use-layer';
import { announce } from '../../_ui/state/announcer';

type Which = SessionView | 'others';
type Props = { which: Which | null; otherCount: number; onClose: () => void };

/** Asks first, because a browser that is signed out needs a new link. */
export function SignOut({ which, otherCount, onClose }: Props) {
  const layer = useLayer(which !== null, onClose);
  const { title, consequence } = describe(which, otherCount);
  return (
    <Modal {...layer} opened={which !== null} onClose={onClose} title={title} centered>
      {which !== null && <Question which={which} consequence={consequence} onClose={onClose} />}
    </Modal>
  );
}

type QuestionProps = { which: Which; consequence: string; onClose: () => void };

function Question({ which, consequence, onClose }: QuestionProps) {
  const signOut = useSignOut();
  const signOutNow = () =>
    signOut.mutate(which, {
      onSuccess: () => {
        announce(which === 'others' ? 'All other browsers were signed out.' : 'The browser was signed out.');
        onClose();
      },
    });
  return (
    <Stack>
      <Text size="sm">{consequence}</Text>
      {signOut.error && (
        <Text size="sm" c="red" role="alert">
          {signOut.error.message}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={signOut.isPending} onClick={signOutNow}>
          Sign out
        </Button>
      </Group>
    </Stack>
  );
}

function describe(which: Which | null, otherCount: number): { title: string; consequence: string } {
  if (which === 'others')
    return {
      title: `Sign out ${countOf(otherCount, 'other browser')}?`,
      consequence: 'Their open pages close within seconds. Each one needs a new link to come back.',
    };
  if (which?.isThis)
    return {
      title: 'Sign out this browser?',
      consequence:
        'To come back, run npm run link in the folder of Countersign, and open the address that it prints. What you typed stays in this browser.',
    };
  return {
    title: `Sign out ${which?.name ?? ''}?`,
    consequence: 'Its open pages close within seconds. It needs a new link to come back.',
  };
}
