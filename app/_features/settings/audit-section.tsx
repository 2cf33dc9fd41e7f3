'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { SettingsSection } from '../../_ui/shell/settings-section';

export function AuditSection() {
  return (
    <SettingsSection
      id="audit"
      title="Audit log"
      lead="Who changed people, settings, prompts and titles, and who deleted conversations."
      isScreenOnly
    >
      <div>
        <Button component={Link} href="/settings/audit" variant="default">
          Open the audit log
        </Button>
      </div>
    </SettingsSection>
  );
}
