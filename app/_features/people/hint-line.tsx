import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function HintLine({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}
