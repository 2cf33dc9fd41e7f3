import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notes.module.css';

type Props = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** Nothing here, said kindly, with what to do about it. */
export function EmptyNote({ icon, title, children, action }: Props) {
  return (
    <div className={classes['note']}>
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw="28rem">
          {children}
        </Text>
      )}
      {action}
    </div>
  );
}
