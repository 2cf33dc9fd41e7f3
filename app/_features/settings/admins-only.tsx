'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useMay } from '../../_client/me';
import { IconLock } from '../../_ui/icons/icons';
import { PageHeader } from '../../_ui/shell/page-header';
import { EmptyNote } from '../../_ui/state/empty-note';

/** Shows a page of those who administer. Everyone else learns whom to ask. */
export function AdminsOnly({ title, children }: { title: string; children: ReactNode }) {
  const may = useMay();
  if (may('administer')) return children;
  return (
    <>
      <PageHeader title={title} />
      <EmptyNote
        icon={<IconLock size={26} stroke={1.5} />}
        title="Only admins can see this"
        action={
          <Button component={Link} href="/settings" variant="default" size="sm">
            Settings
          </Button>
        }
      >
        Ask an admin about what is here.
      </EmptyNote>
    </>
  );
}
