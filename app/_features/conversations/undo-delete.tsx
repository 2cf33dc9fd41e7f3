'use client';

import { Button, CloseButton, Kbd } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useRestoreConversation } from '../../_client/conversation-queries';
import { type DeletedConversation, deletedConversation } from '../../_client/deleted-conversation';
import { useStore } from '../../_client/external-store';
import { usePageKeys } from '../../_ui/keys/use-page-keys';
import { ModifierKey } from '../../_ui/shell/modifier-key';
import { announce } from '../../_ui/state/announcer';
import { Highlighted } from '../../_ui/text/highlighted';
import { revealProseToString } from '../../_ui/text/split-prose';
import classes from './undo-delete.module.css';

const shownMs = 12_000;

/** Offers to undo the latest deletion. */
export function UndoDelete() {
  const deleted = useStore(deletedConversation);
  return deleted && <UndoBar key={deleted.id} deleted={deleted} />;
}

/**
 * Stays while it has the pointer or the focus, and while it works. Each deletion gets its own bar with its
 * own error.
 */
function UndoBar({ deleted }: { deleted: DeletedConversation }) {
  const router = useRouter();
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const restore = useRestoreConversation();
  const isHeld = hasPointer || hasFocus || restore.isPending;

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => deletedConversation.set(null), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld]);

  const undo = () => {
    if (restore.isPending) return;
    restore.mutate(deleted.id, {
      onSuccess: () => {
        deletedConversation.set(null);
        announce(`“${revealProseToString(deleted.title)}” is back.`);
        router.push(`/conversations/${deleted.id}`);
      },
    });
  };
  usePageKeys([['mod+Z', undo]]);

  return (
    <section
      className={classes['bar']}
      aria-label="Deleted"
      onMouseEnter={() => setHasPointer(true)}
      onMouseLeave={() => setHasPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
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
