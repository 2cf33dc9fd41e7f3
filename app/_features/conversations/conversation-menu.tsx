'use client';

import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { IconDots, IconDownload, IconEdit, IconEye, IconLock, IconTrash } from '@/app/_ui/icons/icons';
import type { ConversationView } from '@/lib/contracts/conversations';
import {
  exportUrl,
  useDeleteConversation,
  useRenameConversation,
  useSetPrivacy,
} from '../../_client/conversation-queries';
import { useLayer } from '../../_ui/layer/use-layer';
import { ErrorNote } from '../../_ui/state/error-note';
import classes from './conversation-menu.module.css';

type Props = {
  conversation: Pick<ConversationView, 'id' | 'title' | 'isYours' | 'isPrivate'>;
  /** The reader may rename and delete it. */
  mayChange: boolean;
  isActive: boolean;
  onDeleted: () => void;
};

/** Shows the actions on a conversation. An error gets its own line. */
export function ConversationMenu({ conversation, mayChange, isActive, onDeleted }: Props) {
  const { id, title, isYours, isPrivate } = conversation;
  const [isRenaming, renaming] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const renameLayer = useLayer(isRenaming, renaming.close);
  const askLayer = useLayer(isAsking, asking.close);
  const remove = useDeleteConversation(id, title);
  const setPrivacy = useSetPrivacy(id);
  const removeNow = () => remove.mutate(undefined, { onSuccess: onDeleted, onError: asking.close });
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Conversation menu">
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange && (
            <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={renaming.open}>
              Rename
            </Menu.Item>
          )}
          {isYours && (
            <Menu.Item
              leftSection={isPrivate ? <IconEye size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
              onClick={() => setPrivacy.mutate(!isPrivate)}
            >
              {isPrivate ? 'Open to the team' : 'Make private'}
              <span className={classes['explanation']}>
                {isPrivate
                  ? 'Everyone here can read it then.'
                  : 'Only you can read it then. People who may sign its requests see them.'}
              </span>
            </Menu.Item>
          )}
          <Menu.Item
            component="a"
            href={exportUrl(id, 'markdown')}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export as Markdown
          </Menu.Item>
          <Menu.Item
            component="a"
            href={exportUrl(id, 'json')}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export as JSON
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Divider />
              <Menu.Item
                c="var(--danger-text)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={isActive ? asking.open : removeNow}
              >
                {isActive ? 'Delete…' : 'Delete'}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {setPrivacy.error && (
        <div className={classes['problem']}>
          <ErrorNote title="Who reads this was not changed" error={setPrivacy.error} />
        </div>
      )}
      {remove.error && (
        <div className={classes['problem']}>
          <ErrorNote title="The conversation was not deleted" error={remove.error} />
        </div>
      )}
      <Modal
        {...renameLayer}
        opened={isRenaming}
        onClose={renaming.close}
        title="Rename conversation"
        centered
      >
        <RenameForm id={id} title={title} onDone={renaming.close} />
      </Modal>
      <Modal {...askLayer} opened={isAsking} onClose={asking.close} title="Stop the run and delete?" centered>
        <StopAndDelete isDeleting={remove.isPending} onCancel={asking.close} onDelete={removeNow} />
      </Modal>
    </>
  );
}

function RenameForm({ id, title, onDone }: { id: string; title: string; onDone: () => void }) {
  const [next, setNext] = useState(title);
  const rename = useRenameConversation(id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next.trim() === '' || rename.isPending) return;
    rename.mutate(next.trim(), { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label="Title"
        value={next}
        maxLength={200}
        error={rename.error?.message}
        onChange={(event) => setNext(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={rename.isPending} disabled={next.trim() === ''}>
          Rename
        </Button>
      </Group>
    </form>
  );
}

type StopProps = { isDeleting: boolean; onCancel: () => void; onDelete: () => void };

/** Asks first, because a stopped run cannot start again. */
function StopAndDelete({ isDeleting, onCancel, onDelete }: StopProps) {
  return (
    <Stack>
      <Text size="sm">
        A run is still active here. Deleting stops it, and undoing the deletion does not restart it. Changed
        files stay as they are.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Keep conversation
        </Button>
        <Button color="red" loading={isDeleting} onClick={onDelete}>
          Stop and delete
        </Button>
      </Group>
    </Stack>
  );
}
