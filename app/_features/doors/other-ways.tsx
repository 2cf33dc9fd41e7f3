import { Button, Stack } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import type { DoorView } from '@/lib/contracts/accounts';
import classes from './doors.module.css';

type Props = { door: DoorView | undefined; to: string; invitation?: string; children?: ReactNode };

/** Offers the ways in that need no password, where there are any. */
export function OtherWays({ door, to, invitation, children }: Props) {
  const isEmpty = Children.toArray(children).length === 0;
  if (!door || (door.provider === null && isEmpty)) return null;
  const query = new URLSearchParams({ to, ...(invitation === undefined ? {} : { invitation }) });
  return (
    <Stack gap="sm">
      <p className={classes['or']}>or</p>
      {door.provider !== null && (
        <Button component="a" href={`/api/door/provider?${query}`} variant="default" fullWidth>
          Continue with {door.provider}
        </Button>
      )}
      {children}
    </Stack>
  );
}
