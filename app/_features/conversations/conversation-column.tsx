'use client';

import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './conversation-column.module.css';
import { useFollowBottom } from './use-follow-bottom';

type Props = { children: ReactNode; composer: ReactNode };

/** The entries, with the composer at the lower edge of the window. */
export function ConversationColumn({ children, composer }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const { isBehind, jump } = useFollowBottom(content);
  return (
    <>
      <div ref={content} className={classes['entries']}>
        {children}
      </div>
      <div className={classes['dock']}>
        {isBehind && (
          <Button
            size="xs"
            radius="xl"
            className={classes['jump']}
            leftSection={<IconArrowDown size={15} aria-hidden />}
            onClick={jump}
          >
            Jump to latest
          </Button>
        )}
        {composer}
      </div>
    </>
  );
}
