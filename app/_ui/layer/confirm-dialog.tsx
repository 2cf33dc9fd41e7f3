'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { announce } from '../state/announcer';
import { useLayer } from './use-layer';

type Props = {
  isOpen: boolean;
  title: ReactNode;
  /** Says what will be different afterwards. */
  children: ReactNode;
  /** The button says what it does: "Remove". */
  confirm: string;
  cancel?: string;
  action: { error: Error | null; isPending: boolean; reset: () => void };
  /** Begins the action. With these options, its success closes the dialog, which says `done`. */
  onConfirm: (options: { onSuccess: () => void }) => void;
  done?: string;
  onClose: () => void;
};

/** Asks before something that nobody can take back. Escape and the first focus choose to leave it as it is. */
export function ConfirmDialog({ isOpen, title, children, confirm, cancel = 'Cancel', ...rest }: Props) {
  const { action, onConfirm, done, onClose } = rest;
  const close = () => {
    action.reset();
    onClose();
  };
  const onSuccess = () => {
    if (done) announce(done);
    onClose();
  };
  const layer = useLayer(isOpen, close);
  return (
    <Modal {...layer} opened={isOpen} onClose={close} title={title} centered>
      <Stack style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" component="div">
          {children}
        </Text>
        {action.error && (
          <Text size="sm" c="red" role="alert">
            {action.error.message}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {cancel}
          </Button>
          <Button color="red" loading={action.isPending} onClick={() => onConfirm({ onSuccess })}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
