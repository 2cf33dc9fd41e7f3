import { whenNpmIsGone } from './lib/npm-process.mjs';
import { build, prepare } from './lib/prepare.mjs';
import { say } from './lib/report.mjs';
import { serve } from './lib/serve.mjs';

let end = () => process.exit(1);
whenNpmIsGone(() => end());
await prepare('running');
await build();
say('Starting …');
end = serve({ isDevelopment: false });
