'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';

/** Leads away from a page that has nothing to show. */
export function ToWorkflows() {
  return (
    <Button component={Link} href="/" variant="default" size="sm">
      Workflows
    </Button>
  );
}
