import { prepare } from './lib/prepare.mjs';

/**
 * Installs what the tests need, before `npm run test:unit` and `npm run test:e2e`. When everything is there,
 * this takes a moment.
 */
await prepare('checking');
