import { compileServer } from './lib/compile-server.mjs';
import { whenNpmIsGone } from './lib/npm-process.mjs';
import { prepare } from './lib/prepare.mjs';
import { serve } from './lib/serve.mjs';

let end = () => process.exit(1);
whenNpmIsGone(() => end());
await prepare('running');
await compileServer();
end = serve({ isDevelopment: true });
