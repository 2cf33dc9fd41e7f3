import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A link followed while the server is away waits for it, instead of leading to the browser’s own error page.
  experimental: { useOffline: true },
  // Said here, since it is guessed wrongly when a folder above has a lock file too.
  turbopack: {
    root: import.meta.dirname,
    // Their lists hold a word of the calling convention, and the bundle is searched for those: C++ is coloured as C.
    resolveAlias: {
      'highlight.js/lib/languages/arduino': './app/_ui/syntax/no-grammar.ts',
      'highlight.js/lib/languages/cpp': './app/_ui/syntax/no-grammar.ts',
    },
  },
  // The optimizer is attack surface we have no use for; the HTTP entry refuses its route as well.
  images: { unoptimized: true },
  serverExternalPackages: [
    'better-sqlite3',
    '@prisma/client',
    '@prisma/adapter-better-sqlite3',
    '@prisma/driver-adapter-utils',
    '@prisma/schema-engine-wasm',
    'pino',
    'undici',
  ],
};

export default config;
