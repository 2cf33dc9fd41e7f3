'use client';

import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { keepPaperLight } from '../paper/light-on-paper';
import { cssVariables } from './css-variables';
import { theme } from './theme';

export function ThemeProvider({ children }: { children: ReactNode }) {
  useEffect(keepPaperLight, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
