'use client';

import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconDownload, IconEdit, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { exportUrl, useDeleteConversation, useRenameConversation } from '../../_client/conversation-queries';
import classes from './conversation-header.module.css';

type Props = { id: string; title: string; onDeleted: () => void };

export function ConversationHeader({ id, title, onDeleted }: Props) {
  const [isRenaming, renaming] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <header className={classes['header']}>
      <h1 className={classes['title']}>{title}</h1>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Conversation menu">
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={renaming.open}>
            Rename
          </Menu.Item>
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
          <Menu.Divider />
          <Menu.Item
            c="var(--danger-text)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={deleting.open}
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isRenaming} onClose={renaming.close} title="Rename the conversation" centered>
        <RenameForm id={id} title={title} onDone={renaming.close} />
      </Modal>
      <Modal opened={isDeleting} onClose={deleting.close} title="Delete the conversation?" centered>
        <DeleteForm id={id} title={title} onCancel={deleting.close} onDeleted={onDeleted} />
      </Modal>
    </header>
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

type DeleteProps = { id: string; title: string; onCancel: () => void; onDeleted: () => void };

function DeleteForm({ id, title, onCancel, onDeleted }: DeleteProps) {
  const remove = useDeleteConversation(id);
  return (
    <Stack>
      <Text size="sm">
        “{title}” is deleted for good, with its runs and their approvals. A run that is going on is stopped
        first. Files that were changed stay as they are.
      </Text>
      {remove.error && (
        <Text size="sm" c="red" role="alert">
          {remove.error.message}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Keep it
        </Button>
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onDeleted })}
        >
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
