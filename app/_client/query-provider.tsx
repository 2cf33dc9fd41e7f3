'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { takePageKey } from './page-key';
import { needsRetry, toRetryDelayMs } from './retry';

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 10_000,
            networkMode: 'always',
            retry: needsRetry,
            retryDelay: toRetryDelayMs,
          },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  // A router that started before the key was taken put it back into the address. Here it has finished its start.
  useEffect(() => {
    const afterStart = setTimeout(takePageKey, 0);
    return () => clearTimeout(afterStart);
  }, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
