/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // A link waits while the server is away. Otherwise the browser shows its own error page.
    useOffline: true,
    // The server loads a page at its first request. A start that loads all pages takes longer and more memory.
    preloadEntriesOnStart: false,
  },
  // `npm run check` checks the types. A build that repeats it takes twice as long.
  typescript: { ignoreBuildErrors: true },
  // The root is set because Next guesses wrong when a parent folder has a lock file, too.
  turbopack: {
    root: import.meta.dirname,
    // These grammars contain a word of the calling convention, and a test searches the bundle for such words. C++
    // gets C’s colors.
    resolveAlias: {
      'highlight.js/lib/languages/arduino': './app/_ui/syntax/no-grammar.ts',
      'highlight.js/lib/languages/cpp': './app/_ui/syntax/no-grammar.ts',
    },
  },
  // The app does not use the image optimizer, which is attack surface. The HTTP entry refuses its route, too.
  images: { unoptimized: true },
  serverExternalPackages: [
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
    'better-sqlite3',
    '@prisma/client',
    '@prisma/adapter-better-sqlite3',
    '@prisma/driver-adapter-utils',
    '@prisma/schema-engine-wasm',
    'pino',
    'piscina',
    'prom-client',
    'undici',
  ],
};
