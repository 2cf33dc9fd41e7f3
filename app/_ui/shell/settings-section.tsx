import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings-section.module.css';

type Props = {
  id: string;
  title: string;
  lead?: string;
  /** The section has nothing but choices, which nobody reads on paper. */
  isScreenOnly?: boolean;
  children: ReactNode;
};

/** Shows one part of the settings: its title and what it is about beside its content. */
export function SettingsSection({ id, title, lead, isScreenOnly = false, children }: Props) {
  return (
    <section className={classes['section']} aria-labelledby={id} data-screen-only={isScreenOnly}>
      <div className={classes['words']}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed" mt={4}>
            {lead}
          </Text>
        )}
      </div>
      <div className={classes['body']}>{children}</div>
    </section>
  );
}
