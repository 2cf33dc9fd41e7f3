import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
// This import comes first, because it sets the order of the layers below.
import './_ui/theme/global.css';
import '@mantine/core/styles.layer.css';
import { QueryProvider } from './_client/query-provider';
import { ThemeProvider } from './_ui/theme/theme-provider';

export const metadata: Metadata = {
  description: 'Press workflow buttons, let a model do the work, sign every risky call.',
  robots: { index: false },
  icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' }, apple: '/apple-touch-icon.png' },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf8f3' },
    { media: '(prefers-color-scheme: dark)', color: '#12151c' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} {...mantineHtmlProps}>
      <head>
        {/* Browsers hide a nonce from scripts, so the page never equals the one that the server sent. */}
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      </head>
      <body>
        <ThemeProvider>
          <QueryProvider>{children}</QueryProvider>
        </ThemeProvider>
      </body>
    </html>
  );
}
