'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { SettingsSection } from '../../_ui/shell/settings-section';

export function ServersSection() {
  return (
    <SettingsSection
      id="servers"
      title="Servers"
      lead="Which servers work on the database, what they do, and which runs wait for one."
      isScreenOnly
    >
      <div>
        <Button component={Link} href="/settings/servers" variant="default">
          Show the servers
        </Button>
      </div>
    </SettingsSection>
  );
}
