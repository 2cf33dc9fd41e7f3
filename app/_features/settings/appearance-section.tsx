'use client';

import { type MantineColorScheme, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { SettingsSection } from './settings-section';

/** `children`: other things about how Countersign calls for attention in this browser. */
export function AppearanceSection({ children }: { children?: ReactNode }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isMounted = useMounted();
  return (
    <SettingsSection id="appearance" title="Appearance" lead="Kept in this browser.">
      <div>
        <Text size="sm" fw={500} mb={6} id="colours">
          Colours
        </Text>
        <SegmentedControl
          aria-labelledby="colours"
          value={isMounted ? colorScheme : 'auto'}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={[
            { value: 'auto', label: 'As the system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
      {children}
    </SettingsSection>
  );
}
