import { build, prepare } from './lib/prepare.mjs';
import { say } from './lib/report.mjs';
import { serve } from './lib/serve.mjs';

await prepare('running');
await build();
say('Starting …');
serve({ isDevelopment: false });
