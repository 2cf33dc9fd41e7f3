import { Text, Title, type TitleOrder } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notes.module.css';

type Props = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; order?: TitleOrder };

/** Says that there is nothing here yet, and what the person can do about it. */
export function EmptyNote({ icon, title, children, action, order = 2 }: Props) {
  return (
    <div className={classes['note']}>
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <Title order={order} size="h3">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw="var(--reading-width)">
          {children}
        </Text>
      )}
      {action}
    </div>
  );
}
