'use client';

import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './conversation-column.module.css';
import type { FollowBottom } from './use-follow-bottom';

type Props = { following: FollowBottom; children: ReactNode; composer: ReactNode };

/** The entries, with the composer at the lower edge of the window. */
export function ConversationColumn({ following, children, composer }: Props) {
  const { hasMoreBelow, follow, setContent } = following;
  return (
    <>
      <div ref={setContent} className={classes['entries']}>
        {children}
      </div>
      <div className={classes['dock']}>
        {hasMoreBelow && (
          <Button
            size="xs"
            radius="xl"
            className={classes['jump']}
            leftSection={<IconArrowDown size={15} aria-hidden />}
            onClick={follow}
          >
            Jump to latest
          </Button>
        )}
        {composer}
      </div>
    </>
  );
}
