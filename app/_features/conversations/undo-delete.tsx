'use client';

import { Button, CloseButton, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useRestoreConversation } from '../../_client/conversation-queries';
import { deletedConversation } from '../../_client/deleted-conversation';
import { useStore } from '../../_client/external-store';
import { ModifierKey } from '../../_ui/shell/modifier-key';
import { announce } from '../../_ui/state/announcer';
import { Highlighted } from '../../_ui/text/highlighted';
import { revealProseToString } from '../../_ui/text/split-prose';
import classes from './undo-delete.module.css';

const shownMs = 12_000;

/** Offers to undo the latest deletion; stays while it has the pointer or the focus. */
export function UndoDelete() {
  const router = useRouter();
  const deleted = useStore(deletedConversation);
  const [isHeld, setIsHeld] = useState(false);
  const restore = useRestoreConversation();

  useEffect(() => {
    if (deleted === null || isHeld) return;
    const timer = setTimeout(() => deletedConversation.set(null), shownMs);
    return () => clearTimeout(timer);
  }, [deleted, isHeld]);

  const undo = () => {
    if (deleted === null || restore.isPending) return;
    restore.mutate(deleted.id, {
      onSuccess: () => {
        deletedConversation.set(null);
        announce(`“${revealProseToString(deleted.title)}” is back.`);
        router.push(`/conversations/${deleted.id}`);
      },
    });
  };
  useHotkeys([['mod+Z', undo]]);

  if (deleted === null) return null;
  return (
    <section
      className={classes['bar']}
      aria-label="Deleted"
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <p className={classes['text']} role="status">
        {restore.error ? (
          restore.error.message
        ) : (
          <>
            <span className={classes['title']}>
              “<Highlighted text={deleted.title} />”
            </span>{' '}
            was deleted.
          </>
        )}
      </p>
      <Button size="xs" loading={restore.isPending} onClick={undo}>
        Undo
        <Kbd size="xs" ml="xs" visibleFrom="sm" aria-hidden>
          <ModifierKey /> Z
        </Kbd>
      </Button>
      <CloseButton aria-label="Dismiss" onClick={() => deletedConversation.set(null)} />
    </section>
  );
}
