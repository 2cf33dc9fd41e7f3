import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../_ui/shell/page-title';

type Props = { title: string; lead?: ReactNode; children?: ReactNode };

/** Puts a title and what belongs to it on the sheet of a door. */
export function DoorSheet({ title, lead, children }: Props) {
  return (
    <Stack gap="lg">
      <PageTitle title={title} />
      <div>
        <Title order={1} size="var(--text-2xl)">
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed" mt={6}>
            {lead}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
