import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconLock } from '@/app/_ui/icons/icons';
import type { ConversationView } from '@/lib/contracts/conversations';
import { Highlighted } from '../../_ui/text/highlighted';
import { useWorkspaceName } from '../../_ui/workspaces/workspace-names';
import classes from './conversation-header.module.css';

type Props = {
  title: string;
  /** This is null until the conversation has loaded. */
  facts: Pick<ConversationView, 'startedBy' | 'isYours' | 'isPrivate' | 'workspaceId'> | null;
  menu: ReactNode;
};

/** Shows the title beside its menu, and keeps space for a menu that loads later. */
export function ConversationHeader({ title, facts, menu }: Props) {
  const workspace = useWorkspaceName(facts?.workspaceId ?? null);
  return (
    <header className={classes['header']}>
      <div className={classes['words']}>
        <h1 className={classes['title']}>
          <Highlighted text={title} />
        </h1>
        {facts?.isPrivate && (
          <Text size="sm" c="dimmed" component="p" className={classes['facts']}>
            <IconLock size={14} aria-hidden /> Private: only you can read this. People who may sign its
            requests see them.
          </Text>
        )}
        {workspace !== null && (
          <Text size="sm" c="dimmed" component="p" className={classes['facts']}>
            Workspace: <Highlighted text={workspace} />
          </Text>
        )}
        {facts && !facts.isYours && (
          <Text size="sm" c="dimmed" component="p" className={classes['facts']}>
            Started by <Highlighted text={facts.startedBy} />
          </Text>
        )}
      </div>
      {menu || <span className={classes['menuSpace']} />}
    </header>
  );
}
