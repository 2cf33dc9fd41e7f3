import { compileServer } from './lib/compile-server.mjs';
import { prepare } from './lib/prepare.mjs';
import { serve } from './lib/serve.mjs';

await prepare('running');
await compileServer();
serve({ isDevelopment: true });
