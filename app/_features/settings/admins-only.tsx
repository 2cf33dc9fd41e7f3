'use client';

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
      <EmptyNote icon={<IconLock size={26} stroke={1.5} />} title="Only admins can see this">
        If you need something from here, ask an admin.
      </EmptyNote>
    </>
  );
}
