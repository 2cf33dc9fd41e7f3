import { prepare } from './lib/prepare.mjs';

/** Installs what the tests need, before `npm run test:unit` and `npm run test:e2e`. In a moment when everything is there. */
await prepare('checking');
