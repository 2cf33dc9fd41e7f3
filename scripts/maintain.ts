import { maintain } from '../lib/server/maintain-command';

process.exitCode = await maintain(process.argv.slice(2), { say: console.log, complain: console.error });
