/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // A link that is followed while the server is away waits for it instead of showing the browser’s own error page.
    useOffline: true,
    // A page is loaded when it is first asked for: a start with all of them takes longer and more memory.
    preloadEntriesOnStart: false,
  },
  // `npm run check` checks the types. A build that repeats it takes twice as long.
  typescript: { ignoreBuildErrors: true },
  // Set here, because Next guesses wrong when a parent folder has a lock file too.
  turbopack: {
    root: import.meta.dirname,
    // These grammars contain a word of the calling convention, and a test searches the bundle for those. C++ gets C’s colors.
    resolveAlias: {
      'highlight.js/lib/languages/arduino': './app/_ui/syntax/no-grammar.ts',
      'highlight.js/lib/languages/cpp': './app/_ui/syntax/no-grammar.ts',
    },
  },
  // We have no use for the image optimizer, and it is attack surface. The HTTP entry refuses its route as well.
  images: { unoptimized: true },
  serverExternalPackages: [
    'better-sqlite3',
    '@prisma/client',
    '@prisma/adapter-better-sqlite3',
    '@prisma/driver-adapter-utils',
    '@prisma/schema-engine-wasm',
    'pino',
    'piscina',
    'undici',
  ],
};
