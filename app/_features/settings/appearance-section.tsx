'use client';

import { type MantineColorScheme, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { SettingsSection } from '../../_ui/shell/settings-section';

/** `children` are more settings of this browser, such as its notifications. */
export function AppearanceSection({ children }: { children?: ReactNode }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isMounted = useMounted();
  return (
    <SettingsSection id="appearance" title="Appearance" lead="Saved in this browser." isScreenOnly>
      <div>
        <Text size="sm" fw={500} mb={6} id="colors">
          Colors
        </Text>
        <SegmentedControl
          aria-labelledby="colors"
          value={isMounted ? colorScheme : 'auto'}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={[
            { value: 'auto', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
      {children}
    </SettingsSection>
  );
}
