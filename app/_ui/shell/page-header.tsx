import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';

type Props = { title: string; lead?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, lead, actions }: Props) {
  return (
    <header className={classes['header']}>
      <div className={classes['words']}>
        <Title order={1}>{title}</Title>
        {lead && (
          <Text c="dimmed" size="sm" mt={2}>
            {lead}
          </Text>
        )}
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}
