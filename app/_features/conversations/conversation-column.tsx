'use client';

import { Button } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { IconArrowDown } from '@/app/_ui/icons/icons';
import classes from './conversation-column.module.css';
import type { FollowBottom } from './use-follow-bottom';

type Props = {
  following: FollowBottom;
  /** This is the first loaded entry. When another entry takes its place, the reader stays where they are. */
  firstId: string | null;
  /** Says whether the reader starts at the end. */
  opensAtEnd: boolean;
  children: ReactNode;
  composer: ReactNode;
};

/** Shows the entries above the composer, which stays at the lower edge of the window. */
export function ConversationColumn({ following, firstId, opensAtEnd, children, composer }: Props) {
  const { hasMoreBelow, follow, keepPlace, setContent } = following;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first look begins at the end
  useLayoutEffect(() => {
    if (opensAtEnd) follow();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first entry is the sign of entries above
  useLayoutEffect(keepPlace, [firstId]);
  return (
    <>
      <div ref={setContent} className={classes['entries']}>
        {children}
      </div>
      <div data-dock className={classes['dock']}>
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
