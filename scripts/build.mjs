import { build, prepare } from './lib/prepare.mjs';
import { say } from './lib/report.mjs';

await prepare('running');
await build();
say('The build is up to date. Run `npm start` to start the app.');
